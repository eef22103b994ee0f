import { credentialFieldsSchema } from '@signalbox/model/configuration/credential-field-schema'
import type { CredentialField } from '@signalbox/model/configuration/credential-field'
import type { credentialsTemplate } from '@signalbox/model/entities/credentials-template'
import type { RecordOf } from '@signalbox/model/field/entity'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { parseField } from '../../kit/parse.ts'
import type { Resource, ResourceHooks } from '../../kit/resource.ts'
import { configurationsOf, recheckProvider } from '../config/read-model.ts'
import { pspSettings } from '../psp/read-model.ts'
import { lastVersion, onceSecret, templateIn } from './store.ts'

export type TemplateRecord = RecordOf<typeof credentialsTemplate>
type Templates = Resource<typeof credentialsTemplate>
type Input = Record<string, unknown>

const withNames = (input: Input): Input => {
  if (input.fields === undefined) return input
  const fields = parseField('fields', credentialFieldsSchema, input.fields)
  return { ...input, fields, fieldNames: fields.map(({ key }) => key) }
}

/** Whoever could make a secret public with a new version would read what was entered when nobody could. */
async function refuseShownSecrets({ tx }: Work, psp: string, fields: unknown): Promise<void> {
  if (fields === undefined) return
  const hidden = await onceSecret(tx, psp)
  const problems = (fields as CredentialField[]).flatMap(({ key, label, secret }, index) => {
    if (secret || !hidden.has(key)) return []
    const message = `“${label}” was secret in an earlier version and must stay secret. Use another key for what is public.`
    return [{ field: `fields.${index}.secret`, code: 'SECRET', message }]
  })
  if (problems.length > 0) throw invalid(...problems)
}

function requireDraft(current: TemplateRecord): void {
  if (current.status === 'DRAFT') return
  throw new Refusal('INVALID_STATE', {
    message: 'Only drafts can be changed. Start a new version from this one.',
    current,
  })
}

async function beginning(work: Work, psp: string): Promise<Input> {
  const known = await pspSettings(work.tx, psp)
  if (!known) throw invalid({ field: 'psp', code: 'UNKNOWN', message: 'There is no such PSP' })
  if (await templateIn(work.tx, psp, 'DRAFT'))
    throw new Refusal('DUPLICATE', { message: `${known.name} has a draft already.` })
  const templateVersion = (await lastVersion(work.tx, psp)) + 1
  return { title: `${known.name} ${templateVersion}`, templateVersion, status: 'DRAFT' }
}

/** Templates are versioned: a published one is never touched again, so what it said stays known. */
export const templateHooks = (templates: () => Templates): ResourceHooks<TemplateRecord> => ({
  async beforeCreate(work, input) {
    const named = withNames(input)
    await refuseShownSecrets(work, String(input.psp), named.fields)
    return { ...named, ...(await beginning(work, String(input.psp))) }
  },
  async beforeUpdate(work, input, current) {
    requireDraft(current)
    const named = withNames(input)
    await refuseShownSecrets(work, current.psp, named.fields)
    return named
  },
  async beforeRemove(work, current) {
    const uses = await configurationsOf(work.tx, current.psp)
    if (current.status === 'DRAFT' || uses.length === 0) return
    throw new Refusal('IN_USE', {
      message: `${uses.length} ${uses.length === 1 ? 'configuration uses' : 'configurations use'} it. Retire it instead.`,
    })
  },
  operations: {
    publish: {
      async run(work, current) {
        requireDraft(current)
        await refuseShownSecrets(work, current.psp, current.fields)
        const former = await templateIn(work.tx, current.psp, 'PUBLISHED')
        if (former)
          await templates().operate(work, former.id, 'retire', { reason: `Replaced by ${current.title}` })
        await recheckProvider(work.tx, current.psp, current.fields as CredentialField[])
        return { status: 'PUBLISHED' }
      },
    },
    retire: {
      run(_work, current) {
        if (current.status !== 'PUBLISHED')
          return Promise.reject(new Refusal('INVALID_STATE', { message: 'It is not published.', current }))
        return Promise.resolve({ status: 'RETIRED' })
      },
    },
  },
})
