import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

export interface PeriodRow {
  readonly firstDay: string
  readonly lastDay: string
  readonly state: 'OPEN' | 'CLOSED'
  readonly closedAt: string | null
  readonly closedBy: string | null
  readonly version: number
}

export async function periodsOf(tx: Tx, merchantId: number): Promise<PeriodRow[]> {
  const { rows } =
    await sql<PeriodRow>`select first_day, last_day, state, closed_at, closed_by, version from ledger_period
    where merchant_id = ${merchantId} order by first_day`.execute(tx)
  return rows
}

export interface BookState {
  /** The first day anything counts for. */
  readonly firstDay: string | null
  readonly closedThrough: string | null
  readonly checkedAt: string | null
  /** Of the invariants of the books, what is not put right. */
  readonly findings: number
  /** Both sides of every currency are equal. */
  readonly isBalanced: boolean
}

const ofBooks = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I14']

/** What decides whether a period can be closed; every part of it is read by an index or from a few rows. */
export async function bookState(tx: Tx, merchantId: number): Promise<BookState> {
  const { rows } = await sql<BookState>`
    select (select min(value_date) from journal_entry where merchant_id = ${merchantId}) as first_day,
      (select closed_through from ledger_book where merchant_id = ${merchantId}) as closed_through,
      (select checked_at from ledger_check where merchant_id = ${merchantId}) as checked_at,
      (select count(*)::integer from ledger_finding where merchant_id = ${merchantId} and cleared_at is null
        and invariant = any(${ofBooks}::text[])) as findings,
      not exists (select 1 from account_balance where merchant_id = ${merchantId}
        group by split_part(account, ':', 4) having sum(debit_total) <> sum(credit_total)) as is_balanced`.execute(
    tx,
  )
  const [state] = rows
  if (!state) throw new Error('A query without conditions gave no row')
  return state
}

export interface ClosedPeriod {
  readonly merchantId: number
  readonly firstDay: string
  readonly lastDay: string
  readonly closedAt: string
  readonly closedBy: string
}

/** Gives the version the month has then. */
export async function writeClosed(tx: Tx, period: ClosedPeriod): Promise<number> {
  const { rows } = await sql<{
    version: number
  }>`insert into ledger_period (merchant_id, first_day, last_day, state, closed_at, closed_by)
    values (${period.merchantId}, ${period.firstDay}, ${period.lastDay}, 'CLOSED', ${period.closedAt}, ${period.closedBy})
    on conflict (merchant_id, first_day) do update set state = 'CLOSED', closed_at = excluded.closed_at,
      closed_by = excluded.closed_by, version = ledger_period.version + 1
    returning version`.execute(tx)
  return rows[0]?.version ?? 1
}

export async function writeReopened(tx: Tx, merchantId: number, firstDay: string): Promise<void> {
  await sql`update ledger_period set state = 'OPEN', closed_at = null, closed_by = null, version = version + 1
    where merchant_id = ${merchantId} and first_day = ${firstDay}`.execute(tx)
}
