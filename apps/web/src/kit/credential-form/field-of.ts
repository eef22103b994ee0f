import type { CredentialField, CredentialType } from '@signalbox/model/configuration/credential-field'
import { optionText } from '@signalbox/model/configuration/option-words'
import type { Field, Kind } from '@signalbox/model/field/field'

const kinds: Readonly<Partial<Record<CredentialType, Kind>>> = {
  STRING: 'string',
  TEXT: 'text',
  NUMBER: 'number',
  BOOLEAN: 'boolean',
  LIST: 'choice',
  COUNTRY: 'country',
  CURRENCY: 'currency',
}

/** A field of a template as the kit knows fields; maps have no counterpart there. */
export function fieldOf(declared: CredentialField, required: boolean): Field | undefined {
  const kind = kinds[declared.type]
  if (kind === undefined) return undefined
  const { key, label, help, options = [], validation } = declared
  return {
    kind,
    label,
    required,
    ...(help && { help }),
    ...(validation && { format: validation }),
    ...(kind === 'number' && { integer: false }),
    ...(kind === 'choice' && {
      options: Object.fromEntries(options.map((option) => [option, optionText(key, option)])),
    }),
  }
}
