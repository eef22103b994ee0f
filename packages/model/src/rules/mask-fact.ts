import { maskId, maskTexts } from '../text/mask-text.ts'
import { hideAccount, maskEmail, maskIban, maskIp, maskName } from '../text/masking.ts'
import type { FactDeclaration, FactValue, PersonalKind } from './fact.ts'

/** What the merchant sent about the user may be anything: a phone number, a national id, an address. */
export const hiddenAttribute = '***'

const masks: Readonly<Record<PersonalKind, (text: string) => string>> = {
  EMAIL: maskEmail,
  IP: maskIp,
  IBAN: maskIban,
  ACCOUNT: hideAccount,
  PLACE: maskName,
  ATTRIBUTES: () => hiddenAttribute,
}

/** A value of a payment as people see it who may not see personal data. Everything made of facts goes through here. */
export function maskFact({ personal }: FactDeclaration, value: FactValue): FactValue {
  // Callers give channels and the like any name.
  if (!personal) return maskTexts(value, maskId)
  const mask = masks[personal]
  if (Array.isArray(value)) return (value as readonly string[]).map(mask)
  if (typeof value !== 'object') return mask(String(value))
  if ('minor' in value) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [
      maskId(key),
      Array.isArray(member) ? (member as string[]).map(mask) : mask(String(member)),
    ]),
  )
}
