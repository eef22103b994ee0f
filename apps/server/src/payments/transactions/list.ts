import type { TransactionRow } from '@signalbox/model/entities/transaction'
import { transactionFields } from '@signalbox/model/entities/transaction'
import {
  followUpNames,
  pspQuestionNames,
  type OperationSubject,
  type RestName,
} from '@signalbox/model/payments/operation-subject'
import { decisionNames } from '@signalbox/model/payments/approval-rules'
import { allowedOperations, operations, type OperationName } from '@signalbox/model/payments/operations'
import { isPaymentMethod } from '@signalbox/model/payments/transaction-method'
import { totalCap, type Page } from '@signalbox/model/field/paging'
import type { ListQuery } from '@signalbox/model/field/resource'
import { readSearchTerm } from '@signalbox/model/transaction-search/search-term'
import type { Work } from '../../kit/handle.ts'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'
import { handleOf } from '../../kit/user-handle.ts'
import { exportRecords } from '../../kit/record-export.ts'
import { windowsInForce } from '../../setup/maintenance/read-model.ts'
import { storedAccountsOf } from '../core/accounts/account-store.ts'
import { memoize } from '../core/flow/memoize.ts'
import type { SettingsCache } from '../core/flow/settings-cache.ts'
import { beganBy } from '../core/record/began-by.ts'
import { readerOf } from './reader.ts'
import { reprocessCounts } from '../core/operations/reprocess-count-store.ts'
import { tooSmallRests } from '../core/operations/too-small-rests.ts'
import { isRestPart, whyNotAsked, whyNotAtPsp } from '../core/operations/why-not-at-psp.ts'
import {
  countRows,
  isKnownTerm,
  listRows,
  rowBatches,
  type ListedTransaction,
  type ListRequest,
} from './store.ts'
import {
  asksForToday,
  conditionsBy,
  conditionsOf,
  includesRelated,
  limitsOf,
  notAfter,
  partsOf,
  type FilterValues,
} from './filter-store.ts'
import { positionOf, readCursor, readSort, writeCursor } from './order-store.ts'
import { subjectOfRow } from './offered-operations.ts'
import { rowView } from './transaction-view.ts'
import type { ViewContext } from './view-context.ts'

/** What the list needs from outside the feature. */
export interface ListDeps {
  readonly emailHash: (email: string) => string
  readonly offered: ReadonlySet<OperationName>
}

/** What saying which operations can be done needs beside. */
export interface OfferDeps extends ListDeps {
  /** What payments go by that people set. */
  readonly settings: SettingsCache
}

export type ListWork = Pick<Work, 'tx' | 'scope' | 'user' | 'now' | 'deps'>

export async function viewContext(work: ListWork, { offered }: ListDeps): Promise<ViewContext> {
  const reader = readerOf(work.user, work.now)
  const masking = await hiddenFrom(work, work.scope.effective)
  const unasked = {
    tooSmall: new Map(),
    refusedAtPsp: new Map(),
    storedAccounts: new Map(),
    reprocessCounts: new Map(),
    beganBy: () => [],
  }
  const userHandle = handleOf(work.deps.auditKey)
  return { reader, masking, userHandle, now: work.now, offered, withCase: new Set<number>(), ...unasked }
}

/** What is left of these payments and less than their PSP moves. There are few of them. */
async function tooSmallOf(
  { tx, now }: ListWork,
  rows: readonly ListedTransaction[],
): Promise<ViewContext['tooSmall']> {
  const found = new Map<number, readonly RestName[]>()
  for (const row of rows) {
    const rests = await tooSmallRests(tx, row, subjectOfRow(row, now))
    if (rests.length > 0) found.set(row.id, rests)
  }
  return found
}

/** Of what would be offered of these payments otherwise, what their PSPs do not take. Settings and windows are read once. */
async function refusedAtPspOf(
  { tx, now, user }: ListWork,
  { settings }: OfferDeps,
  rows: readonly ListedTransaction[],
): Promise<ViewContext['refusedAtPsp']> {
  const source = {
    ...settings.of(tx),
    now,
    windows: memoize((merchantId: number) => windowsInForce(tx, merchantId, now)),
  }
  const found = new Map<number, NonNullable<OperationSubject['refusedAtPsp']>>()
  for (const row of rows) {
    const subject = subjectOfRow(row, now)
    const allowed = allowedOperations(subject, user.roles)
    const refuse = (name: OperationName, why: string | undefined) =>
      why !== undefined && found.set(row.id, { ...found.get(row.id), [name]: why })
    for (const name of followUpNames.filter((each) => allowed.includes(each)))
      refuse(name, await whyNotAtPsp(source, row, { name, isPart: isRestPart(name, subject) }))
    for (const name of pspQuestionNames.filter((each) => allowed.includes(each)))
      refuse(name, await whyNotAsked(source, row, name))
  }
  return found
}

/** The accounts of these payments, for whoever could make one of them again. */
export async function accountsToPayWith(
  { tx, user }: Pick<ListWork, 'tx' | 'user'>,
  rows: readonly Pick<ListedTransaction, 'merchantId' | 'accountId'>[],
): Promise<ViewContext['storedAccounts']> {
  const mayPayAgain = [...operations.repeat.roles, ...operations.reprocess.roles]
  if (!mayPayAgain.some((role) => user.roles.includes(role))) return new Map()
  const ids = new Set(rows.flatMap(({ accountId }) => accountId ?? []))
  const merchants = new Set(rows.map(({ merchantId }) => merchantId))
  return ids.size === 0 ? new Map() : storedAccountsOf(tx, [...merchants], [...ids])
}

/** How often these payments were tried again with their families, for whoever could do so once more. */
export function reprocessCountsOf(
  { tx, user, now }: Pick<ListWork, 'tx' | 'user' | 'now'>,
  rows: readonly ListedTransaction[],
): Promise<ViewContext['reprocessCounts']> {
  const mayReprocess = (row: ListedTransaction) =>
    isPaymentMethod(row.method) && allowedOperations(subjectOfRow(row, now), user.roles).includes('reprocess')
  return reprocessCounts(tx, rows.filter(mayReprocess))
}

/** Who began those of these payments that wait for approval, for whoever could decide about them. */
async function beganByOf(
  { tx, user }: ListWork,
  rows: readonly ListedTransaction[],
): Promise<ViewContext['beganBy']> {
  const mayDecide = decisionNames.some((name) =>
    operations[name].roles.some((role) => user.roles.includes(role)),
  )
  const requestOfRow = ({ initiatedBy, decision }: ListedTransaction) => ({
    initiatedBy,
    apiClientId: decision?.apiClientId ?? null,
  })
  const waiting = mayDecide ? rows.filter(({ decision }) => decision !== null) : []
  const peopleBehind = await beganBy(tx, waiting.map(requestOfRow))
  return (row) => peopleBehind(requestOfRow(row))
}

/** What is not to be seen in the rows, and decides what can be done with them. */
export const offeringOf = async (
  work: ListWork,
  deps: OfferDeps,
  rows: readonly ListedTransaction[],
): Promise<
  Pick<ViewContext, 'tooSmall' | 'refusedAtPsp' | 'storedAccounts' | 'reprocessCounts' | 'beganBy'>
> => ({
  tooSmall: await tooSmallOf(work, rows),
  refusedAtPsp: await refusedAtPspOf(work, deps, rows),
  storedAccounts: await accountsToPayWith(work, rows),
  reprocessCounts: await reprocessCountsOf(work, rows),
  beganBy: await beganByOf(work, rows),
})

const nothingFound = { id: '0' }
const utc = { timeZone: 'UTC' }

/** What somebody typed becomes the filter that finds it: the likeliest reading under which there is anything. */
async function resolveKeyword({ tx, scope }: ListWork, { keyword }: FilterValues): Promise<FilterValues> {
  const terms = readSearchTerm(keyword ?? '')
  for (const term of terms)
    if (await isKnownTerm(tx, term, scope.effective)) return { [term.filter]: term.value }
  return terms.length === 0 ? {} : nothingFound
}

/** What is looked for, by filters as the address carries them. */
export async function requestOf(work: ListWork, deps: ListDeps, query: ListQuery): Promise<ListRequest> {
  const { start: _start, limit: _limit, cursor: _cursor, sort: _sort, ...filters } = query
  const asked = filters as FilterValues
  const typed = await resolveKeyword(work, asked)
  const given = { ...asked, ...typed }
  // What was typed may be what is filtered by as well: then both have to hold.
  const hidden = Object.fromEntries(Object.keys(typed).map((name) => [name, asked[name]]))
  const { effective } = work.scope
  const wanted = (given.merchants ?? '').split(',').filter(Boolean).map(Number)
  const merchants = wanted.length === 0 ? effective : effective.filter((id) => wanted.includes(id))
  // When the day begins for somebody is asked only where it matters.
  const { timeZone } = asksForToday(given) ? await work.deps.userFormats(work.tx, work.user) : utc
  const reader = readerOf(work.user, work.now)
  const filterInput = { merchants, reader, now: work.now, timeZone, emailHash: deps.emailHash }
  return {
    merchants,
    conditions: [...conditionsOf(given, filterInput), ...conditionsBy(hidden, filterInput)],
    limits: [...limitsOf(given, reader), notAfter(work.now)],
    parts: partsOf(given),
    includeRelated: includesRelated(given),
  }
}

/** Who waits longest comes first; of everything else, what is newest. */
const sortOf = ({ sort, approval }: ListQuery) =>
  readSort(sort ?? (approval && approval !== 'mine' ? 'created:asc' : undefined))

export async function listTransactions(
  work: ListWork,
  deps: OfferDeps,
  query: ListQuery,
): Promise<Page<TransactionRow>> {
  const { start, limit, cursor } = query
  const sort = sortOf(query)
  const after = cursor ? readCursor(sort, cursor) : null
  const request = await requestOf(work, deps, query)
  const investigates = work.user.roles.some((role) => operations.assign.roles.includes(role))
  const page = { limit: limit + 1, offset: after ? 0 : start, after, withCases: investigates }
  const [found, total, view] = await Promise.all([
    listRows(work.tx, request, sort, page),
    countRows(work.tx, request),
    viewContext(work, deps),
  ])
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const withCase = new Set(rows.filter(({ hasCase }) => hasCase).map(({ id }) => id))
  const offering = view.offered.size > 0 ? await offeringOf(work, deps, rows) : {}
  return {
    items: rows.map((row) => rowView(row, { ...view, withCase, ...offering })),
    start,
    limit,
    total: Math.min(total, totalCap),
    totalCapped: total > totalCap,
    ...(found.length > limit && last && { cursor: writeCursor(positionOf(sort, last)) }),
  }
}

/** The same rows as a file. */
export function exportTransactions(
  work: Work,
  deps: OfferDeps,
  query: ListQuery & { format: 'csv' | 'json'; columns?: string },
) {
  const { columns, ...list } = query
  const sort = sortOf(query)
  async function* batches(_query: ListQuery, size: number) {
    const request = await requestOf(work, deps, list)
    // No file says what could be done with a payment.
    const view = await viewContext(work, { ...deps, offered: new Set() })
    const rows = rowBatches(work.tx, request, sort, (row) => positionOf(sort, row), size)
    for await (const batch of rows) yield batch.map((row) => rowView(row, view))
  }
  return exportRecords(
    {
      entity: { slug: 'transaction', plural: 'Transactions', fields: transactionFields },
      store: () => ({ list: (asked) => listTransactions(work, deps, asked), batches }),
    },
    work,
    { ...list, columns: columns ?? Object.keys(transactionFields).join(',') },
  )
}
