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
import { lastVersion, templateIn } from './store.ts'

export type TemplateRecord = RecordOf<typeof credentialsTemplate>
type Templates = Resource<typeof credentialsTemplate>
type Input = Record<string, unknown>

const withNames = (input: Input): Input => {
  if (input.fields === undefined) return input
  const fields = parseField('fields', credentialFieldsSchema, input.fields)
  return { ...input, fields, fieldNames: fields.map(({ key }) => key) }
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
  beforeCreate: async (work, input) => ({
    ...withNames(input),
    ...(await beginning(work, String(input.psp))),
  }),
  beforeUpdate(_work, input, current) {
    requireDraft(current)
    return Promise.resolve(withNames(input))
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
