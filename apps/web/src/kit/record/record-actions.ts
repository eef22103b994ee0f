import type { Entity, Fields, Operation } from '@signalbox/model/field/entity'
import { mayAccess } from '@signalbox/model/access/policy'
import type { BulkResult } from '@signalbox/model/field/resource'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import { request } from '../api.ts'
import type { Row } from '../list/listing.ts'
import { subjectOf, useFormats, useMerchant, useSession } from '../session/session-store.ts'

/** Something that can be done to a record beside editing it; the same object serves row, drawer and bulk bar. */
export interface RecordAction extends Operation {
  readonly name: string
  /** What became of it, where that is not what was asked for. */
  readonly outcome?: (reply: unknown) => string | undefined
  /** Null when it can be done to this record now, else why not. */
  readonly refusal: (row: Row) => string | null
  /** What goes into the log: the reason of an operation, the note of a deletion. */
  readonly remark: 'Reason' | 'Note'
  /** The inputs of its dialog for these records; empty when there is nothing to ask. */
  readonly inputsFor: (rows: readonly Row[]) => Fields
  /** What is at stake, in the person's own formats: amounts first, then what to be warned of. */
  readonly stakesOf?: (rows: readonly Row[]) => readonly string[]
}

/** What somebody told an action before it runs. */
export interface ActionInput {
  readonly remark: string
  /** By name, as the operation asks for it. */
  readonly inputs: Readonly<Record<string, unknown>>
}

/** What a screen knows about the operations of its entity. */
export interface OperationRules {
  /** What an operation came to, where that depends on the record. */
  readonly outcome?: (name: string, reply: unknown) => string | undefined
  /** Why an operation, `edit` and `delete` included, is not possible on a record in its present state. */
  readonly refusal?: (name: string, row: Row) => string | null
  /** Narrows what an operation asks for to what makes sense for these records. */
  readonly asks?: (name: string, asked: Fields, rows: readonly Row[]) => Fields
  /** What is asked before an operation, `delete` included, where the usual sentence does not fit. */
  readonly confirms?: Readonly<Record<string, string>>
  /** What an operation on these records is about: amounts and counts, and what to be warned of. */
  readonly stakes?: (name: string, rows: readonly Row[], formats: UserFormats) => readonly string[]
  /** Operations that are never possible, whatever the role; `create` and `delete` among them. */
  readonly without?: readonly string[]
}

export const deleteName = 'delete'
const noRules: OperationRules = {}

function deletion(e: Entity, hasParent: boolean): RecordAction {
  const restores = e.scope === 'inherited' && hasParent
  return {
    name: deleteName,
    label: restores ? 'Delete or restore inherited' : 'Delete',
    access: e.access.remove,
    done: 'deleted',
    reason: e.note,
    remark: 'Note',
    confirm: restores
      ? 'Where a merchant above has one of the same name, that one applies here again.'
      : 'It is removed from the list. Its history is kept.',
    danger: true,
    bulk: e.bulk ?? false,
    inputsFor: () => ({}),
    refusal: (row) =>
      row.inherited === true ? 'An inherited row can only be deleted at the merchant that owns it.' : null,
  }
}

/** What the person may ever do is shown; what is not possible right now says why. */
export function useRecordActions(e: Entity, rules: OperationRules = noRules): RecordAction[] {
  const subject = subjectOf(useSession())
  const { parentId } = useMerchant()
  const formats = useFormats()
  const operations = Object.entries(e.operations ?? {}).map(([name, operation]): RecordAction => ({
    ...operation,
    name,
    remark: 'Reason',
    inputsFor: (rows) => rules.asks?.(name, operation.asks ?? {}, rows) ?? operation.asks ?? {},
    refusal: () => null,
  }))
  return [...operations, deletion(e, parentId !== null)]
    .filter(({ name, access }) => !rules.without?.includes(name) && mayAccess(access, subject))
    .map((action) => ({
      ...action,
      outcome: (reply: unknown) => rules.outcome?.(action.name, reply),
      confirm: rules.confirms?.[action.name] ?? action.confirm,
      stakesOf: (rows: readonly Row[]) => rules.stakes?.(action.name, rows, formats) ?? [],
      refusal: (row) => action.refusal(row) ?? rules.refusal?.(action.name, row) ?? null,
    }))
}

const recordPath = (e: Entity, row: Row): string => `/${e.slug}/${encodeURIComponent(String(row.id))}`

/** The selected merchant's reply to a deletion says whose row applies now. */
export interface Deleted {
  readonly nowInheritedFrom?: number | null
}

export function runOne(
  e: Entity,
  action: RecordAction,
  row: Row,
  { remark, inputs }: ActionInput,
  operationId: string,
): Promise<unknown> {
  const version = Number(row.version)
  if (action.name === deleteName) {
    return request<Deleted>('DELETE', recordPath(e, row), {
      query: { version, ...(remark === '' ? {} : { note: remark }) },
      operationId,
    })
  }
  return request<Row>('POST', `${recordPath(e, row)}/${action.name}`, {
    body: { version, ...inputs, ...(remark === '' ? {} : { reason: remark }) },
    operationId,
  })
}

export function runBulk(
  e: Entity,
  action: RecordAction,
  rows: readonly Row[],
  { remark, inputs }: ActionInput,
  operationId: string,
): Promise<{ results: BulkResult[] }> {
  const remarkParams = remark === '' ? {} : action.name === deleteName ? { note: remark } : { reason: remark }
  return request('POST', `/${e.slug}/bulk`, {
    body: {
      operation: action.name,
      ids: rows.map((row) => ({ id: String(row.id), version: Number(row.version) })),
      params: { ...inputs, ...remarkParams },
    },
    operationId,
  })
}
