import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database.ts'

/** Everything posted until an instant, and everything that counts for days until one. */
export interface AsOf {
  readonly at?: string | undefined
  readonly valueDate?: string | undefined
}

export interface AccountSum {
  readonly merchantId: number
  readonly account: string
  readonly debit: bigint
  readonly credit: bigint
}

interface SumRow {
  readonly merchantId: number
  readonly account: string
  readonly debit: string
  readonly credit: string
}

const asSum = (row: SumRow): AccountSum => ({
  ...row,
  debit: BigInt(row.debit),
  credit: BigInt(row.credit),
})

/** What every account holds now. */
async function sumsNow(tx: Tx, merchantIds: readonly number[]): Promise<AccountSum[]> {
  const { rows } = await sql<SumRow>`
    select merchant_id, account, sum(debit_total)::text as debit, sum(credit_total)::text as credit
    from account_balance where merchant_id = any(${[...merchantIds]}::integer[])
    group by merchant_id, account order by account, merchant_id`.execute(tx)
  return rows.map(asSum)
}

const startOf = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'UTC'`

/** Up to which day totals answer: the last that is added up and ends before the instant. */
const lastTotalDay = (at: string | undefined) =>
  at === undefined
    ? sql`book.totals_through`
    : sql`case when book.totals_through is not null
        then least(book.totals_through, (${at}::timestamptz at time zone 'UTC')::date - 1) end`

/** What every account held: the totals of whole days, and the postings of what is left. */
export async function sumsAsOf(
  tx: Tx,
  merchantIds: readonly number[],
  { at, valueDate }: AsOf,
): Promise<AccountSum[]> {
  if (at === undefined && valueDate === undefined) return sumsNow(tx, merchantIds)
  const counts = (alias: string) =>
    valueDate === undefined ? sql`true` : sql`${sql.ref(`${alias}.value_date`)} <= ${valueDate}::date`
  const { rows } = await sql<SumRow>`
    with asked as materialized (
      select m.id as merchant_id, ${lastTotalDay(at)} as last_total
      from unnest(${[...merchantIds]}::integer[]) as m (id) left join ledger_book book on book.merchant_id = m.id),
    parts as (
      select t.merchant_id, t.account, t.debit, t.credit
      from asked join account_day_total t on t.merchant_id = asked.merchant_id and t.posted_day <= asked.last_total
      where ${counts('t')}
      union all
      select p.merchant_id, p.account, p.debit, p.credit
      from asked join journal_entry e on e.merchant_id = asked.merchant_id
        and e.at >= coalesce(${startOf(sql`asked.last_total + 1`)}, '-infinity')
        join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
      where ${counts('e')} and ${at === undefined ? sql`true` : sql`e.at <= ${at}::timestamptz`})
    select merchant_id, account, sum(debit)::text as debit, sum(credit)::text as credit
    from parts group by merchant_id, account order by account, merchant_id`.execute(tx)
  return rows.map(asSum)
}

export interface DayMovement {
  readonly day: string
  readonly net: bigint
}

/** What an account took on each day it took something, debit less credit. */
export async function movementsOf(tx: Tx, merchantId: number, account: string): Promise<DayMovement[]> {
  const { rows } = await sql<{ day: string; net: string }>`
    with book as materialized (
      select (select totals_through from ledger_book where merchant_id = ${merchantId}) as last_total),
    parts as (
      select t.value_date as day, t.debit - t.credit as net from book join account_day_total t
        on t.merchant_id = ${merchantId} and t.account = ${account} and t.posted_day <= book.last_total
      union all
      select e.value_date, p.debit - p.credit
      from book join journal_entry e on e.merchant_id = ${merchantId}
        and e.at >= coalesce(${startOf(sql`book.last_total + 1`)}, '-infinity')
        join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id and p.account = ${account})
    select day, sum(net)::text as net from parts group by day order by day`.execute(tx)
  return rows.map(({ day, net }) => ({ day, net: BigInt(net) }))
}
