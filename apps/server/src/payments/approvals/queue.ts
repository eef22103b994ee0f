import type { QueueCount } from '@signalbox/model/calls/approval'
import {
  approvalDefaultSort,
  approvalFields,
  approvalSorts,
  type ApprovalRow,
} from '@signalbox/model/entities/approval'
import { approvalQueues, type ApprovalQueue } from '@signalbox/model/entities/transaction'
import { byUrgency } from '@signalbox/model/payments/approval-clock'
import { toWire } from '@signalbox/model/money/money-schema'
import { totalCap, type Page } from '@signalbox/model/field/paging'
import { approvalNumbers } from '@signalbox/model/reference/status-groups'
import { invalid } from '@signalbox/model/text/refusal'
import type { ListQuery } from '@signalbox/model/field/resource'
import type { Work } from '../../kit/handle.ts'
import { exportRecords } from '../../kit/record-export.ts'
import { findRows, requestOf, viewContext, type ListWork } from '../transactions/read-model.ts'
import { approvalRow, redSignalsOfRow } from './approval-row.ts'
import { bandOfHead, waitingOf, type ApprovalDeps, type Waiting, type EvidenceWork } from './waiting.ts'
import { reachOf } from '../../kit/scope.ts'
import { redFactsOf } from './evidence-store.ts'
import { queueHeads } from './queue-store.ts'
import { userSums } from './user-money-store.ts'

type FilterValues = Readonly<Record<string, string | undefined>>

const isQueue = (name: string): name is ApprovalQueue => Object.hasOwn(approvalQueues, name)

function queueOf({ queue = 'first' }: FilterValues): ApprovalQueue {
  if (isQueue(queue)) return queue
  throw invalid({
    field: 'queue',
    code: 'FILTER',
    message: `Queue: ${Object.keys(approvalQueues).join(', ')}`,
  })
}

const listed = (text: string | undefined): string[] | null => (text ? text.split(',') : null)

const hourMs = 3_600_000

const isDueWithinHour = (now: Date, { clock: { dueAt } }: Waiting): boolean =>
  dueAt !== null && Date.parse(dueAt) <= now.getTime() + hourMs

/** What the columns of a payment do not say: how pressing it is, how large, and whose turn. */
function narrowed(
  waiting: readonly Waiting[],
  { urgency, due, band, decidable }: FilterValues,
  now: Date,
): Waiting[] {
  const [urgencies, bands] = [listed(urgency), listed(band)]
  if (decidable && decidable !== 'true' && decidable !== 'false')
    throw invalid({ field: 'decidable', code: 'FILTER', message: 'Only what I can decide: true or false' })
  if (due && due !== 'hour') throw invalid({ field: 'due', code: 'FILTER', message: 'Due: hour' })
  return waiting.filter(
    (each) =>
      (!due || isDueWithinHour(now, each)) &&
      (!urgencies || urgencies.includes(each.clock.urgency)) &&
      (!bands || bands.includes(bandOfHead(each))) &&
      (!decidable ||
        each.allowed.some((name) => name === 'approve' || name === 'unhold') === (decidable === 'true')),
  )
}

type Order = (one: Waiting, other: Waiting) => number

const number = (value: number | null): number => value ?? -1
const orders: Readonly<Record<string, Order>> = {
  dueAt: byUrgency,
  waitingSince: (one, other) => Date.parse(one.clock.since) - Date.parse(other.clock.since),
  id: (one, other) => one.id - other.id,
  created: (one, other) => one.id - other.id,
  // Currencies differ, so sizes are compared in the one they have in common.
  amount: (one, other) => Math.abs(one.amountBaseMinor ?? 0) - Math.abs(other.amountBaseMinor ?? 0),
  fraudScore: (one, other) => number(one.fraudScore) - number(other.fraudScore),
}

function sorted(waiting: readonly Waiting[], sort: string | undefined): Waiting[] {
  const [name = '', direction = 'asc', ...rest] = (sort ?? approvalDefaultSort).split(':')
  const order = approvalSorts.includes(name) ? orders[name] : undefined
  if (!order || rest.length > 0 || (direction !== 'asc' && direction !== 'desc'))
    throw invalid({ field: 'sort', code: 'SORT', message: `Cannot sort by ${name}` })
  const sign = direction === 'asc' ? 1 : -1
  return waiting.toSorted((one, other) => sign * order(one, other) || one.id - other.id)
}

/** Nothing that waits is hidden: not what is older than today, and not what test users asked for. */
const whole = { start: 0, limit: 1, created: '..', testUsers: 'true' }

/** The whole queue in its order, as far as it is counted. */
async function wholeQueue(work: ListWork, deps: ApprovalDeps, query: ListQuery): Promise<Waiting[]> {
  const { start: _start, limit: _limit, cursor: _cursor, sort, ...filters } = query
  const given = filters as FilterValues
  const {
    queue: _queue,
    urgency: _urgency,
    due: _due,
    band: _band,
    decidable: _decidable,
    ...ofPayments
  } = given
  const request = await requestOf(work, deps, { ...whole, ...ofPayments, approval: queueOf(given) })
  const waiting = await waitingOf(work, deps, await queueHeads(work.tx, request))
  return sorted(narrowed(waiting, given, work.now), sort)
}

async function rowsOf(
  work: EvidenceWork,
  deps: ApprovalDeps,
  page: readonly Waiting[],
): Promise<ApprovalRow[]> {
  const { effective } = work.scope
  const [rows, sums, facts, view] = await Promise.all([
    findRows(
      work.tx,
      effective,
      page.map(({ id }) => id),
    ),
    userSums(work.tx, { reach: reachOf(work), now: work.now }, page),
    redFactsOf(work.tx, page),
    viewContext(work, deps),
  ])
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return page.flatMap((waiting) => {
    const row = rowById.get(waiting.id)
    const [known, red] = [sums.get(waiting.id), facts.get(waiting.id)]
    if (!row || !known || !red) return []
    return [approvalRow(row, waiting, known, view, redSignalsOfRow(row, waiting, known, red, work.now))]
  })
}

export async function listQueue(
  work: EvidenceWork,
  deps: ApprovalDeps,
  query: ListQuery,
): Promise<Page<ApprovalRow>> {
  const { start, limit } = query
  const all = await wholeQueue(work, deps, query)
  return {
    items: await rowsOf(work, deps, all.slice(start, start + limit)),
    start,
    limit,
    total: Math.min(all.length, totalCap),
    totalCapped: all.length > totalCap,
  }
}

/** The same rows as a file. */
export function exportQueue(
  work: Work,
  deps: ApprovalDeps,
  query: ListQuery & { format: 'csv' | 'json'; columns?: string },
) {
  const { columns, ...list } = query
  async function* batches(_query: ListQuery, size: number) {
    const all = await wholeQueue(work, deps, list)
    for (let from = 0; from < all.length; from += size)
      yield await rowsOf(work, deps, all.slice(from, from + size))
  }
  return exportRecords(
    {
      entity: { slug: 'approval', plural: 'Approvals', fields: approvalFields },
      store: () => ({ list: (asked) => listQueue(work, deps, asked), batches }),
    },
    work,
    { ...list, columns: columns ?? Object.keys(approvalFields).join(',') },
  )
}

/** What the payments of a queue come to, per base currency. */
function worthOf(waiting: readonly Waiting[]) {
  const sums = new Map<string, bigint>()
  for (const { baseCurrency, amountBaseMinor } of waiting) {
    const minor = BigInt(Math.abs(amountBaseMinor ?? 0))
    sums.set(baseCurrency, (sums.get(baseCurrency) ?? 0n) + minor)
  }
  return [...sums].sort().map(([currency, minor]) => toWire({ minor, currency }))
}

/** Of all queues, in no order. */
export async function waitingPayments(work: ListWork, deps: ApprovalDeps): Promise<Waiting[]> {
  const request = await requestOf(work, deps, { ...whole, state: 'WAITING_APPROVAL' })
  return waitingOf(work, deps, await queueHeads(work.tx, request))
}

/** Without anybody, unless somebody decides before. */
const isApprovedSoon =
  (now: Date) =>
  (waiting: Waiting): boolean =>
    waiting.clock.urgency === 'scheduled' && isDueWithinHour(now, waiting)

export async function countQueues(work: ListWork, deps: ApprovalDeps): Promise<QueueCount[]> {
  const waiting = await waitingPayments(work, deps)
  return (['first', 'second', 'hold', 'scheduled'] as const).map((queue) => {
    const numbers: readonly number[] = approvalNumbers[queue]
    const own = waiting.filter(({ statusNo }) => numbers.includes(statusNo))
    const since = own.map(({ clock }) => clock.since).sort()
    return {
      queue,
      waiting: own.length,
      late: own.filter(({ clock }) => clock.urgency === 'late').length,
      oldest: since[0] ?? null,
      worth: worthOf(own),
      approvedByClock: own.filter(isApprovedSoon(work.now)).length,
    }
  })
}
