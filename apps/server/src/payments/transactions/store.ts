import { sql, type RawBuilder } from 'kysely'
import { totalCap } from '@signalbox/model/field/paging'
import type { SearchTerm } from '@signalbox/model/transaction-search/search-term'
import type { ListedMember, OpenedMember } from '@signalbox/model/transaction/shapes'
import type { Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'
import { statusIs } from '../../kit/status-sql.ts'
import { decisionFacts, type DecisionFacts } from '../core/record/decision-facts-store.ts'
import { instrumentKeys } from '../core/record/paid-with.ts'
import type { StepState } from '../core/record/step-state.ts'
import {
  columnOfField,
  transactionColumns,
  type TransactionColumn,
} from '../core/record/transaction-columns.ts'
import type { Read } from '../core/record/transaction-table.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { afterCursor, orderBy, type Position, type TransactionSort } from './order-store.ts'

/** What the payment has asked somebody outside and has no answer to yet. */
interface Pending {
  readonly pendingStep: string | null
  readonly pspApproved: boolean
}

/** What of the steps it has taken decides what can be done with it. */
interface Taken {
  readonly stepState: Pick<Transaction['stepState'], 'resolution' | 'threeDs'>
  readonly hasInstrument: boolean
}

/** What makes an act somebody else's: who decides about it while it waits, and who asked to open it again. */
interface Reserved {
  readonly decision: DecisionFacts | null
  readonly reopenAskedBy: StepState['reopenAskedBy'] | null
}

/** Whether somebody has to look into the payment, where that is asked. */
interface CaseFlag {
  readonly hasCase?: boolean
}

export type ListedTransaction = { readonly [K in ListedMember]: Read<Transaction[K]> } & Pending &
  Taken &
  Reserved &
  CaseFlag
export type WholeTransaction = { readonly [K in OpenedMember]: Read<Transaction[K]> } & Pending &
  Taken &
  Reserved

const selected = (columns: readonly TransactionColumn[]) =>
  sql.join([
    ...columns.map(({ member, column }) => sql`${sql.ref(`t.${column}`)} as ${sql.ref(member)}`),
    sql`t.step_state->'pending'->>'step' as ${sql.ref('pendingStep')}`,
    sql`coalesce((t.step_state->>'pspApproved')::boolean, false) as ${sql.ref('pspApproved')}`,
    sql`jsonb_strip_nulls(jsonb_build_object('resolution', t.step_state->'resolution', 'threeDs',
      jsonb_build_object('transId', t.step_state->'threeDs'->'transId', 'result', t.step_state->'threeDs'->'result')))
      as ${sql.ref('stepState')}`,
    sql`coalesce(jsonb_exists_any(t.step_state->'input', ${[...instrumentKeys]}::text[]), false)
      as ${sql.ref('hasInstrument')}`,
    sql`t.step_state->'reopenAskedBy' as ${sql.ref('reopenAskedBy')}`,
    // Few of a page wait, and nothing more is read of the others.
    sql`case when ${statusIs('t.status_no', 'WAITING_APPROVAL')} then ${decisionFacts} end as ${sql.ref('decision')}`,
  ])

const isListed = ({ declared }: TransactionColumn): boolean => Boolean(declared.list ?? declared.readInList)
const isOpened = (column: TransactionColumn): boolean =>
  isListed(column) || Boolean(column.declared.detail ?? column.declared.mask)

const listed = selected(transactionColumns.filter(isListed))
const whole = selected(transactionColumns.filter(isOpened))

const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`

async function run<R>(tx: Tx, statement: RawBuilder<R>): Promise<R[]> {
  // Names are given in the statement, so renaming every member of every row would only cost time.
  return (await statement.execute(tx.withoutPlugins())).rows
}

export interface ListRequest {
  readonly merchants: readonly number[]
  readonly conditions: readonly Condition[]
  /** What must hold also for relatives of what was found. */
  readonly limits: readonly Condition[]
  readonly includeRelated: boolean
  /** Conditions that hold for what is found one at a time. Counted one by one, each has a part of an index to itself. */
  readonly parts?: readonly Condition[]
}

/** A payment's family is named by the payment it began with. */
const family = (table: string) =>
  sql`coalesce(${sql.ref(`${table}.root_tx_id`)}, ${sql.ref(`${table}.origin_tx_id`)}, ${sql.ref(`${table}.id`)})`

export function whereClause({ merchants, conditions, limits, includeRelated }: ListRequest): Condition {
  const found = allOf(conditions)
  if (!includeRelated) return allOf([found, ...limits])
  const inScope = sql`t.merchant_id = any(${[...merchants]}::integer[])`
  // Found first and named by their ids then, since no index knows what a family is.
  const relatives = sql`
    with root as materialized (
      select distinct ${family('t')} as id from transaction t where ${inScope} and ${allOf([found, ...limits])})
    select t.id from transaction t join root on t.id = root.id where ${inScope}
    union all select t.id from transaction t join root on t.root_tx_id = root.id where ${inScope}
    union all select t.id from transaction t join root on t.origin_tx_id = root.id
      where ${inScope} and t.root_tx_id is null`
  return allOf([sql<boolean>`t.id = any(array(${relatives}))`, ...limits])
}

// Asked for each row of the page: as a plain `exists` it may be answered by reading the cases of everybody.
const hasCase = sql`, coalesce((select true from investigation_case c
  where c.merchant_id = t.merchant_id and c.tx_id = t.id and c.state <> 'RESOLVED' limit 1), false)
  as ${sql.ref('hasCase')}`

interface PageOptions {
  readonly limit: number
  readonly offset: number
  readonly after: Position | null
  readonly withCases?: boolean
}

/**
 * Each merchant is read by itself, in order and no further than the page reaches, so that its own index gives the rows
 * and many merchants cost little more than one.
 */
function pageStatement(request: ListRequest, sort: TransactionSort, page: PageOptions) {
  const conditions = allOf([whereClause(request), ...(page.after ? [afterCursor(sort, page.after)] : [])])
  return sql<ListedTransaction>`
    select ${listed} ${page.withCases ? hasCase : sql``} from unnest(${[...request.merchants]}::integer[]) as m (merchant)
    cross join lateral (
      select t.* from transaction t where t.merchant_id = m.merchant and ${conditions}
      order by ${orderBy(sort, 't')} limit ${page.limit + page.offset}) as t
    order by ${orderBy(sort, 't')} limit ${page.limit} offset ${page.offset}`
}

export const listRows = (
  tx: Tx,
  request: ListRequest,
  sort: TransactionSort,
  page: PageOptions,
): Promise<ListedTransaction[]> => run(tx, pageStatement(request, sort, page))

/** Exact up to the cap; beyond it the answer is the cap and one. */
function countStatement(request: ListRequest) {
  const { parts = [], includeRelated } = request
  const found = allOf([
    sql<boolean>`t.merchant_id = any(${[...request.merchants]}::integer[])`,
    whereClause(request),
  ])
  const counted = (part: Condition) =>
    sql`(select 1 from transaction t where ${found} and ${part} limit ${totalCap + 1})`
  const all = parts.length === 0 || includeRelated ? [sql<boolean>`true`] : parts
  return sql<{ total: number }>`
    select least(count(*), ${totalCap + 1})::integer as total from (${sql.join(all.map(counted), sql` union all `)}) as counted`
}

export async function countRows(tx: Tx, request: ListRequest): Promise<number> {
  const [counted] = await run(tx, countStatement(request))
  return counted?.total ?? 0
}

export async function* rowBatches(
  tx: Tx,
  request: ListRequest,
  sort: TransactionSort,
  positionOf: (row: ListedTransaction) => Position,
  size: number,
): AsyncGenerator<ListedTransaction[]> {
  let after: Position | null = null
  for (;;) {
    const rows: ListedTransaction[] = await listRows(tx, request, sort, { limit: size, offset: 0, after })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < size) return
    after = positionOf(last)
  }
}

/** Rows that were found already, in no order. */
export const findRows = (
  tx: Tx,
  merchants: readonly number[],
  ids: readonly number[],
): Promise<ListedTransaction[]> =>
  run(
    tx,
    sql<ListedTransaction>`select ${listed} from transaction t
      where t.merchant_id = any(${[...merchants]}::integer[]) and t.id = any(${[...ids]}::bigint[])`,
  )

export async function findTransaction(
  tx: Tx,
  id: number,
  merchants: readonly number[],
  limits: readonly Condition[],
): Promise<WholeTransaction | undefined> {
  const [row] = await run(
    tx,
    sql<WholeTransaction>`select ${whole} from transaction t
      where t.id = ${id} and t.merchant_id = any(${[...merchants]}::integer[]) and ${allOf(limits)}`,
  )
  return row
}

/** Whether one payment is all this. */
export async function isAll(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: number },
  conditions: readonly Condition[],
): Promise<boolean> {
  const found = await run(
    tx,
    sql`select 1 from transaction t where t.merchant_id = ${merchantId} and t.id = ${id} and ${allOf(conditions)}`,
  )
  return found.length > 0
}

/** Whether any payment in scope is found by a term read in one particular way. */
export async function isKnownTerm(
  tx: Tx,
  { filter, value }: SearchTerm,
  merchants: readonly number[],
): Promise<boolean> {
  if (filter === 'txRefId' || filter === 'email') return true
  const matches =
    filter === 'id'
      ? sql`t.id = ${Number(value)}`
      : sql`${sql.ref(`t.${columnOfField(filter)}`)} = ${value}${sql.raw(filter === 'accountId' ? '::uuid' : '')}`
  const rows = await run(
    tx,
    sql`select 1 from transaction t
      where t.merchant_id = any(${[...merchants]}::integer[]) and ${matches} limit 1`,
  )
  return rows.length > 0
}
