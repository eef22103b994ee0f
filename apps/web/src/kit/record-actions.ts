import type { Entity, Operation } from '@signalbox/model/entity'
import type { BulkResult } from '@signalbox/model/resource'
import { useMemo } from 'react'
import { request } from './api.ts'
import type { Row } from './listing.ts'
import { mayNow, useMerchant, useSession } from './session-store.ts'

/** Something that can be done to a record beside editing it; the same object serves row, drawer and bulk bar. */
export interface RecordAction extends Operation {
  readonly name: string
  /** Null when it can be done to this record now, else why not. */
  readonly refusal: (row: Row) => string | null
  /** What goes into the log: the reason of an operation, the note of a deletion. */
  readonly remark: 'Reason' | 'Note'
}

/** Why an operation is not possible on a record in its present state; null when it is. */
export type OperationRule = (name: string, row: Row) => string | null

export const deleteName = 'delete'
const always: OperationRule = () => null

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
      : 'It is removed from the list. Its history stays.',
    danger: true,
    bulk: true,
    refusal: (row) => (row.inherited === true ? 'An inherited row cannot be deleted from below.' : null),
  }
}

/** What the person may ever do is shown; what is not possible right now says why. */
export function useRecordActions(e: Entity, rule: OperationRule = always): RecordAction[] {
  const session = useSession()
  const { parentId } = useMerchant()
  return useMemo(() => {
    const operations = Object.entries(e.operations ?? {}).map(([name, operation]): RecordAction => ({
      ...operation,
      name,
      remark: 'Reason',
      refusal: (row) => rule(name, row),
    }))
    const remove = deletion(e, parentId !== null)
    const guarded = { ...remove, refusal: (row: Row) => remove.refusal(row) ?? rule(deleteName, row) }
    return session.roles.length === 0 ? [] : [...operations, guarded].filter(({ access }) => mayNow(access))
  }, [e, rule, session, parentId])
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
  remark: string,
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
    body: { version, ...(remark === '' ? {} : { reason: remark }) },
    operationId,
  })
}

export function runBulk(
  e: Entity,
  action: RecordAction,
  rows: readonly Row[],
  remark: string,
  operationId: string,
): Promise<{ results: BulkResult[] }> {
  const params = remark === '' ? {} : action.name === deleteName ? { note: remark } : { reason: remark }
  return request('POST', `/${e.slug}/bulk`, {
    body: {
      operation: action.name,
      ids: rows.map((row) => ({ id: String(row.id), version: Number(row.version) })),
      params,
    },
    operationId,
  })
}
