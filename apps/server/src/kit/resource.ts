import { seenText } from '@signalbox/model/text/seen-text'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import type { Entity, Operation, RecordOf } from '@signalbox/model/field/entity'
import { writableFields } from '@signalbox/model/field/entity'
import { peopleOf } from '@signalbox/model/access/people'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { OperationInput } from '@signalbox/model/field/resource'
import { texts } from '@signalbox/model/text/texts'
import type { AuditNote, ChangeType } from './audit.ts'
import type { Condition, CustomFilters } from './entity-filter.ts'
import { entityStore, type EntityStore } from './entity-store.ts'
import type { GrantRules, Withheld } from './grant-rules.ts'
import type { Work } from './handle.ts'
import { keepVersion, type NewVersion } from './history-store.ts'
import { edit, insertGrant, isAskedByAnother } from './pending-grant-store.ts'
import { platformOf } from './scope.ts'
import { requireFreshProof } from './step-up.ts'

type Input = Record<string, unknown>

/** The business rules of one entity. Everything a resource does alike is done by the kit. */
export interface ResourceHooks<R> {
  /** Conditions of filters that are not simply a field. */
  filters?(work: Work): CustomFilters
  /** What a row must be for the caller to see it, beyond belonging to a merchant in scope. */
  seen?(work: Work): Condition | undefined
  /** Checks the input and adds what the server decides, such as a first state. Columns beyond the fields are allowed. */
  beforeCreate?(work: Work, input: Input): Promise<Input>
  beforeUpdate?(work: Work, input: Input, current: R): Promise<Input>
  beforeRemove?(work: Work, current: R): Promise<void>
  /** Instead of deleting the row: the change that hides it. */
  softRemove?(work: Work, current: R): Promise<Input>
  afterChange?(work: Work, change: { type: ChangeType; before: R | null; after: R | null }): Promise<void>
  /** How the audit log tells of a change, where that is not by the records as they are. */
  audited?(before: R | null, after: R | null, work: Work): Partial<AuditNote> | Promise<Partial<AuditNote>>
  /** A record as it leaves in a file, where that is not as it is seen. */
  forFile?(record: R, work: Work): object
  /** A record as a list shows it, where that is less than the record itself does. */
  forList?(record: R, work: Work): R
  readonly operations?: Readonly<Record<string, OperationHook<R>>>
  /** What of its changes waits for a second person, because it gives somebody power. */
  readonly grants?: GrantRules<R>
}

/** A change that a second person has confirmed is made as a whole. */
interface Confirmation {
  readonly confirmed?: boolean
}

/** Thrown to undo what was only tried. */
const tried = new Error('Only tried')

export interface OperationHook<R> {
  /** Locks what everybody else locks before this record, so that nobody waits for each other for ever. */
  lockBefore?(work: Work, seen: R): Promise<void>
  /** Refuses when the record is not in a state for it; gives the change to make. */
  run(work: Work, current: R, params: OperationInput): Promise<Input>
  readonly action?: string
}

export function requireReason({ reason }: Operation, given: string | undefined): void {
  if (reason !== 'required' || seenText(given ?? '')) return
  throw invalid({ field: 'reason', code: 'REQUIRED', message: texts.required })
}

const isAsItWas = (current: Input, values: Input): boolean =>
  Object.entries(values).every(
    ([name, value]) => canonicalJson(current[name] ?? null) === canonicalJson(value ?? null),
  )

const textOf = (note: unknown): string | null =>
  typeof note === 'string' && seenText(note) !== '' ? note.trim() : null

/** For what is only tried: nothing is said of it and nothing follows. */
const quiet = (work: Work): Work => ({
  ...work,
  audit: () => undefined,
  emit: () => undefined,
  enqueue: () => undefined,
})

/** Create, change and remove records of one entity inside a unit of work, with history, audit and live event. */
export class Resource<E extends Entity> {
  readonly entity: E
  readonly hooks: ResourceHooks<RecordOf<E>>

  constructor(entity: E, hooks: ResourceHooks<RecordOf<E>> = {}) {
    this.entity = entity
    this.hooks = hooks
  }

  store(work: Work): EntityStore<RecordOf<E>> {
    const { hooks } = this
    return entityStore(this.entity, work.tx, work.scope, hooks.filters?.(work), hooks.seen?.(work))
  }

  async #nextPosition(work: Work): Promise<number> {
    const { slug } = this.entity
    const next = work.many?.positions.get(slug) ?? (await this.store(work).nextPosition())
    work.many?.positions.set(slug, next + 1)
    return next
  }

  async create(work: Work, body: Input): Promise<RecordOf<E>> {
    const { note, ...given } = body
    const input = { ...this.#defaults(), ...given }
    const values = (await this.hooks.beforeCreate?.(work, input)) ?? input
    const withheld = await this.#withheld(work, null, values)
    const record = await this.store(work).insert({
      ...(this.entity.slug === 'merchant' ? {} : { merchantId: this.#owner(work), id: work.newId() }),
      ...(this.entity.ordered ? { position: await this.#nextPosition(work) } : {}),
      ...values,
      ...withheld?.now,
      version: 1,
      createdAt: work.now,
      updatedAt: work.now,
      updatedBy: work.user.username,
    })
    await this.noteChange(work, 'CREATE', null, record, 'CREATE', note)
    if (withheld) await this.ask(work, record, withheld, note)
    return record
  }

  async update(work: Work, id: string, body: Input, confirmation: Confirmation = {}): Promise<RecordOf<E>> {
    const { note, version, ...input } = body
    const store = this.store(work)
    const current = await store.lock(id)
    if (current.version !== version) throw new Refusal('VERSION_CONFLICT', { current })
    this.#refuseDeleted(current)
    const values = (await this.hooks.beforeUpdate?.(work, input, current)) ?? input
    const withheld = await this.#withheld(work, current, values, confirmation)
    const given = { ...values, ...withheld?.now }
    const record = current.inherited
      ? await this.#override(work, current, given, note)
      : await this.#change(work, current, given, note)
    if (withheld) await this.ask(work, record, withheld, note)
    return record
  }

  async #change(work: Work, current: RecordOf<E>, values: Input, note: unknown): Promise<RecordOf<E>> {
    const changed = { ...values, ...this.#stamp(work) }
    const record = await this.store(work).update(current.id, current.version, changed)
    await this.noteChange(work, 'UPDATE', current, record, 'UPDATE', note)
    return record
  }

  async remove(work: Work, id: string, version: number | undefined, note: unknown): Promise<RecordOf<E>> {
    const store = this.store(work)
    const current = await store.lock(id)
    if (current.inherited) throw new Refusal('INHERITED')
    if (version !== undefined && current.version !== version)
      throw new Refusal('VERSION_CONFLICT', { current })
    this.#refuseDeleted(current)
    await this.hooks.beforeRemove?.(work, current)
    const soft = (await this.hooks.softRemove?.(work, current)) ?? this.#deletedMark()
    const after = soft
      ? await store.update(id, current.version, { ...soft, ...this.#stamp(work) })
      : (await store.remove(id, current.version), null)
    await this.noteChange(work, 'DELETE', current, after, 'DELETE', note)
    return current
  }

  async operate(
    work: Work,
    id: string,
    name: string,
    params: OperationInput & { version?: number },
    confirmation: Confirmation = {},
  ) {
    const declared = this.entity.operations?.[name]
    const hook = this.hooks.operations?.[name]
    if (!declared || !hook) throw new Refusal('NOT_FOUND')
    work.require(declared.access)
    if (declared.stepUp) requireFreshProof(work)
    requireReason(declared, params.reason)
    const store = this.store(work)
    if (hook.lockBefore) await hook.lockBefore(work, await store.get(id))
    const current = await store.lock(id)
    if (params.version !== undefined && params.version !== current.version) {
      throw new Refusal('VERSION_CONFLICT', { current })
    }
    const waits = await this.#waitingOperation(work, name, current, confirmation)
    if (waits) {
      await this.#tryOut(work, () => hook.run(quiet(work), current, params))
      const { version: _seen, ...given } = params
      await this.ask(work, current, { later: given, summary: waits }, params.reason, name)
      return current
    }
    const change = await hook.run(work, current, params)
    const withheld = await this.#withheld(work, current, change, confirmation)
    const left = { ...change, ...withheld?.now }
    if (withheld && isAsItWas(current, left)) {
      await this.ask(work, current, withheld, params.reason)
      return current
    }
    const record = await store.update(id, current.version, { ...left, ...this.#stamp(work) })
    const action = hook.action ?? name.toUpperCase().replaceAll('-', '_')
    await this.noteChange(work, 'UPDATE', current, record, action, params.reason)
    if (withheld) await this.ask(work, record, withheld, params.reason)
    return record
  }

  /** What of a change gives power and waits, where a second person is asked for. */
  async #withheld(
    work: Work,
    current: RecordOf<E> | null,
    values: Input,
    { confirmed = false }: Confirmation = {},
  ): Promise<Withheld | undefined> {
    const { grants } = this.hooks
    if (confirmed || !grants?.ofChange || !(await grants.isAsked(work, current, values))) return undefined
    return grants.ofChange(work, current, values)
  }

  async #waitingOperation(
    work: Work,
    name: string,
    current: RecordOf<E>,
    { confirmed = false }: Confirmation,
  ): Promise<string | undefined> {
    const { grants } = this.hooks
    const summary = confirmed ? undefined : grants?.ofOperation?.(name, current)
    return summary && (await grants?.isAsked(work, current, {})) ? summary : undefined
  }

  /** What cannot be done is refused when it is asked for, not when somebody confirms it. */
  async #tryOut(work: Work, run: () => Promise<unknown>): Promise<void> {
    try {
      await work.savepoint(async () => {
        await run()
        throw tried
      })
    } catch (error) {
      if (error !== tried) throw error
    }
  }

  /** Keeps a change until a second person has decided about it. */
  async ask(
    work: Work,
    record: RecordOf<E>,
    { later, summary }: Pick<Withheld, 'later' | 'summary'>,
    note: unknown,
    operation = edit,
  ): Promise<void> {
    const { merchantId, id: recordId } = record
    const basis = (await this.hooks.grants?.basis(work, record, later)) ?? {}
    const id = work.newId()
    const reason = textOf(note)
    // Where the log names a record otherwise, what waits does so too: it is read by others than those who know the record.
    const told = await this.hooks.audited?.(record, record, work)
    const recordLabel = told?.entityLabel ?? this.#labelOf(record)
    const subject = told?.subject
    const grant = {
      merchantId,
      id,
      recordType: this.entity.slug,
      recordId,
      recordLabel,
      recordVersion: record.version,
      operation,
      change: later,
      basis,
      summary,
      reason,
      askedBy: work.user.username,
      people: peopleOf(work.user),
      userId: subject?.userId ?? null,
    }
    // Whoever agrees with a colleague confirms; to ask for the same or something else would take the colleague's away.
    if (operation !== edit && (await isAskedByAnother(work.tx, grant)))
      throw new Refusal('INVALID_STATE', {
        message: 'Someone else has already requested this. Confirm or refuse their request first.',
        current: record,
      })
    const replaced = await insertGrant(work.tx, grant, work.now)
    for (const entityId of replaced) {
      const note = 'Requested again'
      work.audit({
        merchantId,
        entityType: 'pending-grant',
        entityId,
        entityLabel: recordLabel,
        action: 'WITHDRAW',
        note,
      })
    }
    work.audit({
      merchantId,
      entityType: this.entity.slug,
      entityId: recordId,
      entityLabel: recordLabel,
      action: 'REQUEST_GRANT',
      after: { summary, ...later },
      note: reason,
      ...(subject && { subject }),
    })
    work.emit({ merchantId, topic: 'pending-grant', key: id, payload: { changeType: 'CREATE' } })
    work.toldOfWaiting?.(summary)
  }

  #labelOf(record: RecordOf<E>): string {
    const title = (record as Input)[this.entity.titleField]
    if (typeof title === 'number') return String(title)
    return typeof title === 'string' && title !== '' ? title : record.id
  }

  /** Editing what is inherited leaves the ancestor's row alone and puts an own row in front of it. */
  async #override(work: Work, current: RecordOf<E>, values: Input, note: unknown): Promise<RecordOf<E>> {
    const copied = Object.fromEntries(
      writableFields(this.entity).map(([name]) => [name, (current as Input)[name]]),
    )
    for (const name of this.entity.overrideKey ?? []) {
      if (name in values && values[name] !== copied[name]) {
        throw new Refusal('INVALID', {
          fields: [
            { field: name, code: 'INHERITED', message: 'An override keeps the name of the inherited row' },
          ],
        })
      }
    }
    return this.create(work, { ...copied, ...values, note })
  }

  #deletedMark(): Input | undefined {
    const { deletedMark } = this.entity
    return deletedMark && { [deletedMark.field]: deletedMark.value }
  }

  #refuseDeleted(current: RecordOf<E>): void {
    const mark = this.#deletedMark()
    if (mark && isAsItWas(current as Input, mark))
      throw new Refusal('INVALID_STATE', { message: `This ${this.entity.label.toLowerCase()} is deleted.` })
  }

  #owner = ({ scope }: Work): number =>
    this.entity.scope === 'platform' ? platformOf(scope) : scope.selected

  #defaults(): Input {
    const entries = writableFields(this.entity).flatMap(([name, f]) =>
      f.default === undefined ? [] : [[name, f.default] as const],
    )
    return Object.fromEntries(entries)
  }

  #stamp = (work: Work) => ({ updatedAt: work.now, updatedBy: work.user.username })

  /** History, audit entry and live event of one change; for services whose change is not one of the above. */
  async noteChange(
    work: Work,
    changeType: ChangeType,
    before: RecordOf<E> | null,
    after: RecordOf<E> | null,
    action: string,
    note: unknown,
  ): Promise<void> {
    const record = (after ?? before) as RecordOf<E>
    const label = this.#labelOf(record)
    const text = textOf(note)
    const { merchantId, id } = record
    const version: NewVersion = {
      merchantId,
      entity: this.entity.slug,
      recordId: id,
      version: record.version,
      changeType,
      by: work.user.username,
      note: text,
      record,
    }
    if (work.many) work.many.versions.push(version)
    else await keepVersion(work.tx, version, work.now)
    work.audit({
      merchantId,
      entityType: this.entity.slug,
      entityId: id,
      entityLabel: label,
      changeType,
      action,
      before,
      after,
      note: text,
      ...(await this.hooks.audited?.(before, after, work)),
    })
    work.emit({
      merchantId,
      topic: this.entity.slug,
      key: id,
      payload: { changeType, version: record.version },
    })
    await this.hooks.afterChange?.(work, { type: changeType, before, after })
  }
}
