import type { Entity, Operation, RecordOf } from '@signalbox/model/entity'
import { writableFields } from '@signalbox/model/entity'
import { invalid, Refusal } from '@signalbox/model/refusal'
import type { OperationInput } from '@signalbox/model/resource'
import { texts } from '@signalbox/model/texts'
import type { AuditNote, ChangeType } from './audit.ts'
import type { Condition, CustomFilters } from './entity-filter.ts'
import { entityStore, type EntityStore } from './entity-store.ts'
import type { Work } from './handle.ts'
import { keepVersion } from './history-store.ts'
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
  audited?(before: R | null, after: R | null): Partial<AuditNote>
  /** A record as it leaves in a file, where that is not as it is seen. */
  forFile?(record: R): object
  readonly operations?: Readonly<Record<string, OperationHook<R>>>
}

export interface OperationHook<R> {
  /** Refuses when the record is not in a state for it; gives the change to make. */
  run(work: Work, current: R, params: OperationInput): Promise<Input>
  readonly action?: string
}

export function requireReason({ reason }: Operation, given: string | undefined): void {
  if (reason !== 'required' || given?.trim()) return
  throw invalid({ field: 'reason', code: 'REQUIRED', message: texts.required })
}

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

  async create(work: Work, body: Input): Promise<RecordOf<E>> {
    const { note, ...given } = body
    const input = { ...this.#defaults(), ...given }
    const values = (await this.hooks.beforeCreate?.(work, input)) ?? input
    const record = await this.store(work).insert({
      ...(this.entity.slug === 'merchant' ? {} : { merchantId: this.#owner(work), id: work.newId() }),
      ...(this.entity.ordered ? { position: await this.store(work).nextPosition() } : {}),
      ...values,
      version: 1,
      createdAt: work.now,
      updatedAt: work.now,
      updatedBy: work.user.username,
    })
    await this.noteChange(work, 'CREATE', null, record, 'CREATE', note)
    return record
  }

  async update(work: Work, id: string, body: Input): Promise<RecordOf<E>> {
    const { note, version, ...input } = body
    const store = this.store(work)
    const current = await store.lock(id)
    if (current.version !== version) throw new Refusal('VERSION_CONFLICT', { current })
    const values = (await this.hooks.beforeUpdate?.(work, input, current)) ?? input
    if (current.inherited) return this.#override(work, current, values, note)
    const record = await store.update(id, Number(version), { ...values, ...this.#stamp(work) })
    await this.noteChange(work, 'UPDATE', current, record, 'UPDATE', note)
    return record
  }

  async remove(work: Work, id: string, version: number | undefined, note: unknown): Promise<RecordOf<E>> {
    const store = this.store(work)
    const current = await store.lock(id)
    if (current.inherited) throw new Refusal('INHERITED')
    if (version !== undefined && current.version !== version)
      throw new Refusal('VERSION_CONFLICT', { current })
    await this.hooks.beforeRemove?.(work, current)
    const soft = await this.hooks.softRemove?.(work, current)
    const after = soft
      ? await store.update(id, current.version, { ...soft, ...this.#stamp(work) })
      : (await store.remove(id, current.version), null)
    await this.noteChange(work, 'DELETE', current, after, 'DELETE', note)
    return current
  }

  async operate(work: Work, id: string, name: string, params: OperationInput & { version?: number }) {
    const declared = this.entity.operations?.[name]
    const hook = this.hooks.operations?.[name]
    if (!declared || !hook) throw new Refusal('NOT_FOUND')
    work.require(declared.access)
    if (declared.stepUp) requireFreshProof(work)
    requireReason(declared, params.reason)
    const store = this.store(work)
    const current = await store.lock(id)
    if (params.version !== undefined && params.version !== current.version) {
      throw new Refusal('VERSION_CONFLICT', { current })
    }
    const change = await hook.run(work, current, params)
    const record = await store.update(id, current.version, { ...change, ...this.#stamp(work) })
    const action = hook.action ?? name.toUpperCase().replaceAll('-', '_')
    await this.noteChange(work, 'UPDATE', current, record, action, params.reason)
    return record
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
    const title = (record as Input)[this.entity.titleField]
    const label = typeof title === 'string' && title !== '' ? title : record.id
    const text = typeof note === 'string' && note.trim() !== '' ? note.trim() : null
    const { merchantId, id } = record
    await keepVersion(
      work.tx,
      {
        merchantId,
        entity: this.entity.slug,
        recordId: id,
        version: record.version,
        changeType,
        by: work.user.username,
        note: text,
        record,
      },
      work.now,
    )
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
      ...this.hooks.audited?.(before, after),
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
