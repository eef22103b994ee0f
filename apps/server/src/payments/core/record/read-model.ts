import { sql } from 'kysely'
import { finalStates } from '@signalbox/model/payments/transitions'
import type { Tx } from '../../../kit/database.ts'
import { statusIs } from '../../../kit/status-sql.ts'
import { legOutcome } from './leg-outcome-store.ts'

export interface Span {
  readonly from: Date
  /** Not included. */
  readonly to: Date
}

export interface TurnoverRow {
  readonly currency: string
  readonly method: 'DEPOSIT' | 'WITHDRAWAL'
  readonly ended: number
  readonly successful: number
  /** The successful ones without those that were voided, and what they come to in the base currency of their merchant. */
  readonly count: number
  readonly minor: bigint
}

const isSuccessful = statusIs('status_no', 'SUCCESSFUL')
/** What was reserved and voided was approved, and moved nothing. */
const wasMoved = sql`${isSuccessful} and not (voided_minor > 0 and captured_minor = 0)`

/** What users paid in and out in a span of time. Test users are no business. */
export async function turnoverIn(tx: Tx, merchantIds: readonly number[], span: Span): Promise<TurnoverRow[]> {
  const { rows } = await sql<Omit<TurnoverRow, 'minor'> & { minor: string }>`
    select base_currency as currency, method,
      count(*) filter (where ${statusIs('status_no', ...finalStates)})::integer as ended,
      count(*) filter (where ${isSuccessful})::integer as successful,
      count(*) filter (where ${wasMoved})::integer as count,
      coalesce(sum(abs(amount_base_minor)) filter (where ${wasMoved}), 0)::text as minor
    from transaction
    where merchant_id = any(${[...merchantIds]}::integer[])
      and id >= first_tx_id_at(${span.from}::timestamptz) and id < first_tx_id_at(${span.to}::timestamptz)
      and method in ('DEPOSIT', 'WITHDRAWAL') and not is_test_user
    group by base_currency, method`.execute(tx)
  return rows.map((row) => ({ ...row, minor: BigInt(row.minor) }))
}

export interface PspRun {
  readonly psp: string
  /** 0 for the time that just passed, 1 for the same time a week before, and so on. */
  readonly weeksAgo: number
  /** What was decided; the others wait for the payer or for the PSP, and say nothing about either. */
  readonly attempts: number
  readonly approved: number
  readonly declined: number
  readonly unknown: number
  readonly p90Ms: number | null
}

const weeksCompared = 4

/**
 * How PSPs answered just now, and at the same time of the same weekday in the weeks before.
 */
export async function pspRuns(
  tx: Tx,
  merchantIds: readonly number[],
  { now, minutes }: { now: Date; minutes: number },
): Promise<PspRun[]> {
  const { rows } = await sql<PspRun>`
    select a.psp, weeks_ago,
      count(a.outcome)::integer as attempts,
      count(*) filter (where a.outcome = 'approved')::integer as approved,
      count(*) filter (where a.outcome = 'declined')::integer as declined,
      count(*) filter (where a.outcome in ('unknown', 'notSent'))::integer as unknown,
      percentile_disc(0.9) within group (order by a.latency_ms)::integer as p90_ms
    from generate_series(0, ${weeksCompared}::integer) as weeks_ago
    cross join lateral (
      select ${now}::timestamptz - weeks_ago * interval '7 days' as ends
    ) as span
    cross join lateral (
      select l.psp, l.latency_ms, ${legOutcome} as outcome
      from tx_attempt l
      left join transaction t on t.merchant_id = l.merchant_id and t.id = l.tx_id
      where l.merchant_id = any(${[...merchantIds]}::integer[])
        and l.tx_id >= first_tx_id_at(span.ends - ${minutes}::integer * interval '1 minute')
        and l.tx_id < first_tx_id_at(span.ends)
        and l.outcome is not null
    ) as a
    group by a.psp, weeks_ago`.execute(tx)
  return rows
}

/** Why payments failed in a span of time, the most frequent reasons first. Test users are no business. */
export async function frequentFailures(
  tx: Tx,
  merchantIds: readonly number[],
  { from, to, most }: Span & { most: number },
): Promise<{ statusNo: number; count: number }[]> {
  const { rows } = await sql<{ statusNo: number; count: number }>`
    select status_no, count(*)::integer as count from transaction
    where merchant_id = any(${[...merchantIds]}::integer[])
      and id >= first_tx_id_at(${from}::timestamptz) and id < first_tx_id_at(${to}::timestamptz)
      and ${statusIs('status_no', 'FAILED')} and not is_test_user
    group by status_no order by 2 desc, 1 limit ${most}`.execute(tx)
  return rows
}
