import type { TemplateCheck, TemplateUsage } from '@signalbox/model/calls/template'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import {
  editPermission,
  template,
  viewPermission,
  type FullTemplate,
  type TemplateDraft,
  type TemplateRecord,
} from '@signalbox/model/template-language/template'
import type { TemplateCreate, TemplateUpdate } from '@signalbox/model/template-language/template-schema'
import type { Work } from '../../kit/handle.ts'
import { Resource } from '../../kit/resource.ts'
import { sqlState } from '../../kit/transaction.ts'
import { platformUses } from './platform-uses.ts'
import { isOwn, isUsedId, ownIdInsteadOf, whereItCounts } from './store.ts'
import { draftOf, inFull } from './wire-shape.ts'

export type CheckTemplate = (draft: TemplateDraft) => Promise<TemplateCheck>

/** Templates as people write them: kept, versioned and inherited by the kit, checked by what will later run them. */
export class Templates {
  readonly #resource: Resource<typeof template>

  constructor(check: CheckTemplate) {
    this.#resource = new Resource(template, {
      filters: (work) => ({
        overridesOnly: (value) => isOwn(work.scope, value === 'true'),
      }),
      beforeCreate: async (_work, input) => {
        if (!isEmpty(input as Partial<TemplateRecord>)) await refuseBroken(check, input)
        return input
      },
      beforeUpdate: async (_work, input, current) => {
        const after = { ...current, ...input }
        // What is inherited is copied and created, and checked there.
        if (!current.inherited && !isEmpty(after)) await refuseBroken(check, after)
        return input
      },
    })
  }

  store(work: Work) {
    return this.#resource.store(work)
  }

  /** A template the caller may see; which permission that takes depends on what it turns out to be. */
  async get(work: Work, id: string): Promise<TemplateRecord> {
    const record = await this.store(work).get(id)
    work.require(viewPermission(record.type))
    return record
  }

  /** With its bodies, and whose template it hides. */
  async inFull(work: Work, record: TemplateRecord): Promise<FullTemplate> {
    const hidden = record.inherited ? undefined : await this.store(work).inheritedTwin(record)
    return { ...inFull(record), overrides: hidden?.merchantId ?? null }
  }

  async create(work: Work, body: TemplateCreate): Promise<TemplateRecord> {
    work.require(editPermission(body.type))
    ownerMustBe(work.scope.selected, body.merchantId)
    const id = body.id?.toLowerCase() || work.newId()
    if (body.id && (await isUsedId(work.tx, work.scope.selected, id))) {
      throw new Refusal('DUPLICATE', { message: 'A template with this id exists or existed' })
    }
    // Without a name no rule and no setting asks for it; its id is one, until somebody gives it another.
    const values = { templateType: id, content: '', ...valuesOf(body) }
    return onlyOnce(() => this.#resource.create(work, { id, ...values, note: body.note }))
  }

  async update(work: Work, id: string, body: TemplateUpdate): Promise<TemplateRecord> {
    const current = await this.#current(work, id)
    work.require(editPermission(current.type))
    if (body.id !== undefined && body.id !== id) {
      throw invalid({ field: 'id', code: 'MISMATCH', message: 'The id differs from the one in the path' })
    }
    if (body.type !== current.type) {
      throw invalid({ field: 'type', code: 'IMMUTABLE', message: 'The type of a template cannot be changed' })
    }
    ownerMustBe(work.scope.selected, body.merchantId)
    const { type: _type, ...values } = valuesOf(body)
    const version = body.version ?? (await this.store(work).lock(id)).version
    return onlyOnce(() => this.#resource.update(work, id, { ...values, version, note: body.note }))
  }

  async remove(work: Work, id: string, version: number | undefined, note: string | undefined) {
    const current = await this.store(work).get(id)
    work.require(editPermission(current.type))
    const removed = await this.#resource.remove(work, id, version, note)
    const twin = await this.store(work).inheritedTwin(removed)
    return { id, deleted: true, nowInheritedFrom: twin?.merchantId ?? null }
  }

  async usage(work: Work, id: string): Promise<TemplateUsage> {
    const record = await this.get(work, id)
    return {
      platform: platformUses(record.type, record.templateType),
      merchants: await whereItCounts(work.tx, work.scope.effective, record),
    }
  }

  /** Somebody who edits what is inherited may find that a colleague overrode it meanwhile: that is a stale save. */
  async #current(work: Work, id: string): Promise<TemplateRecord> {
    const record = await this.store(work).find(id)
    if (record) return record
    const ownId = await ownIdInsteadOf(work.tx, work.scope, id)
    if (ownId === undefined) throw new Refusal('NOT_FOUND')
    const own = await this.store(work).get(ownId)
    work.require(editPermission(own.type))
    throw new Refusal('VERSION_CONFLICT', { current: own })
  }
}

const written = [
  'type',
  'templateType',
  'locale',
  'channel',
  'url',
  'description',
  'subject',
  'content',
  'textContent',
  'params',
  'testCases',
] as const

type Values = Partial<Record<(typeof written)[number], unknown>>

/** An empty selector and none are the same thing, to people and to the unique key. */
function valuesOf(body: TemplateCreate | TemplateUpdate): Values {
  const given = written.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]] as const]))
  const blank = (name: string, value: unknown) => (name === 'channel' || name === 'url') && value === ''
  return Object.fromEntries(given.map(([name, value]) => [name, blank(name, value) ? null : value]))
}

/** The body repeats the owner. Writing to another merchant than the one selected would be an accident. */
function ownerMustBe(selected: number, given: number | undefined): void {
  if (given === undefined || given === selected) return
  throw invalid({ field: 'merchantId', code: 'MISMATCH', message: 'Must be the selected merchant' })
}

/** Made by a call that says no more than id, type and merchant, and as it was: nothing is there that could be wrong. */
const isEmpty = ({ id, templateType, content }: Partial<TemplateRecord>): boolean =>
  templateType === id && content === ''

async function refuseBroken(check: CheckTemplate, values: object): Promise<void> {
  const { problems } = await check(draftOf(values as TemplateRecord))
  if (problems.length === 0) return
  const placed = (line?: number, column?: number) =>
    line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`
  throw invalid(
    ...problems.map(({ field, message, line, column }) => ({
      field,
      code: 'TEMPLATE',
      message: message + placed(line, column),
    })),
  )
}

async function onlyOnce<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    throw new Refusal('DUPLICATE', { message: 'A template with this name, locale, channel and url exists' })
  }
}
