import { caseFields, type CaseRow } from '@signalbox/model/entities/case'
import { totalCap, type Page } from '@signalbox/model/field/paging'
import type { ListQuery } from '@signalbox/model/field/resource'
import type { Work } from '../../kit/handle.ts'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'
import { handleOf } from '../../kit/user-handle.ts'
import { exportRecords } from '../../kit/record-export.ts'
import { readPspName } from '../../setup/psp/read-model.ts'
import { blockedCallbacks } from './blocked-callbacks.ts'
import { rowView } from './case-view.ts'
import { readTalk } from './facts-store.ts'
import { conditionsOf, type FilterValues } from './filter-store.ts'
import {
  countRows,
  listRows,
  positionOf,
  readCursor,
  readSort,
  rowBatches,
  writeCursor,
  type ListedCase,
  type ListRequest,
} from './store.ts'

export type ListWork = Pick<Work, 'tx' | 'scope' | 'user' | 'now' | 'deps'>

function requestOf({ scope, user, now }: ListWork, query: ListQuery): ListRequest {
  const { start: _start, limit: _limit, cursor: _cursor, sort: _sort, ...given } = query
  const conditions = conditionsOf(given as FilterValues, { userId: user.id, roles: user.roles, now })
  return { merchants: scope.effective, conditions, now }
}

async function viewsOf(work: ListWork, rows: readonly ListedCase[]): Promise<CaseRow[]> {
  const { tx, user, now } = work
  const open = rows.filter(({ state }) => state !== 'RESOLVED')
  const keys = open.flatMap(({ merchantId, txId }) => (txId === null ? [] : [{ merchantId, txId }]))
  const talk = await readTalk(tx, keys)
  const blocked = await blockedCallbacks(tx, rows)
  const hidden = await hiddenFrom(work, [...new Set(rows.map(({ merchantId }) => merchantId))])
  const userHandle = handleOf(work.deps.auditKey)
  const pspName = await readPspName(tx)
  return rows.map((row) => rowView(row, { user, now, talk, blocked, hidden, userHandle, pspName }))
}

export async function listCases(work: ListWork, query: ListQuery): Promise<Page<CaseRow>> {
  const { start, limit, cursor } = query
  const sort = readSort(query.sort)
  const after = cursor ? readCursor(cursor) : null
  const request = requestOf(work, query)
  const found = await listRows(work.tx, request, sort, {
    limit: limit + 1,
    offset: after ? 0 : start,
    after,
  })
  const total = await countRows(work.tx, request)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    items: await viewsOf(work, rows),
    start,
    limit,
    total: Math.min(total, totalCap),
    totalCapped: total > totalCap,
    ...(found.length > limit && last && { cursor: writeCursor(positionOf(sort, last)) }),
  }
}

/** The same rows as a file. */
export function exportCases(work: Work, query: ListQuery & { format: 'csv' | 'json'; columns?: string }) {
  const { columns, ...list } = query
  async function* batches(_query: ListQuery, size: number) {
    for await (const rows of rowBatches(work.tx, requestOf(work, list), readSort(query.sort), size))
      yield await viewsOf(work, rows)
  }
  return exportRecords(
    {
      entity: { slug: 'case', plural: 'Cases', fields: caseFields },
      store: () => ({ list: (asked) => listCases(work, asked), batches }),
    },
    work,
    { ...list, columns: columns ?? Object.keys(caseFields).join(',') },
  )
}
