import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database.ts'

interface Place {
  readonly merchantId: number
  readonly txId: number
}

/** Money moved, or may still. */
const live = sql`status not in ('FAILED', 'CANCELLED')`

/** The time of the database, and how far payments have travelled from it. */
export const clockAt = (travelledMs: number): RawBuilder<unknown> =>
  sql`(clock_timestamp() + ${`${travelledMs} milliseconds`}::interval)`

/** What a user was charged before. */
export interface PricedBefore {
  readonly count: number
  /** A payment that was charged has succeeded, and none that was free has followed it. */
  readonly lastWasCharged: boolean
}

/** Payments of the same user and method that were priced before: those that succeeded, and those that may still. */
export async function readPriced(
  tx: Tx,
  { merchantId, txId }: Place,
  asked: { readonly userKey: string; readonly method: string; readonly days: number },
  travelledMs: number,
): Promise<PricedBefore> {
  const { rows } = await sql<PricedBefore>`select
      count(*) filter (where priced_at > ${clockAt(travelledMs)} - make_interval(days => ${asked.days}))::integer as count,
      coalesce(max(priced_at) filter (where is_charged and status = 'SUCCESSFUL')
        > coalesce(max(priced_at) filter (where not is_charged), '-infinity'), false) as last_was_charged
    from counter_event
    where merchant_id = ${merchantId} and user_key = ${asked.userKey} and method = ${asked.method} and tx_id <> ${txId}
      and priced_at is not null and ${live}`.execute(tx)
  return rows[0] ?? { count: 0, lastWasCharged: false }
}

export async function markPriced(
  tx: Tx,
  { merchantId, txId }: Place,
  isCharged: boolean,
  travelledMs: number,
): Promise<void> {
  await sql`update counter_event set priced_at = ${clockAt(travelledMs)}, is_charged = ${isCharged}
    where merchant_id = ${merchantId} and tx_id = ${txId}`.execute(tx)
}

export interface ExemptRow {
  readonly count: number
  readonly sum: string
}

/** Payments with a card since it last passed strong authentication: those that succeeded, and those that may still. */
export async function readExempt(
  tx: Tx,
  { merchantId, txId }: Place,
  { accountKey, currency }: { readonly accountKey: string; readonly currency: string },
): Promise<ExemptRow> {
  const ofCard = sql`merchant_id = ${merchantId} and account_key = ${accountKey} and method = 'DEPOSIT'`
  const { rows } = await sql<ExemptRow>`with strong as (select max(authenticated_at) as at from counter_event
      where ${ofCard} and is_strong and status = 'SUCCESSFUL')
    select count(*)::integer as count, coalesce(sum((amounts ->> ${currency})::bigint), 0)::text as sum
    from counter_event
    where ${ofCard} and tx_id <> ${txId} and authenticated_at > coalesce((select at from strong), '-infinity') and ${live}`.execute(
    tx,
  )
  return rows[0] ?? { count: 0, sum: '0' }
}

/** The payment goes to its PSP without strong authentication, unless it is marked again with it. */
export async function markAuthenticated(
  tx: Tx,
  { merchantId, txId }: Place,
  isStrong: boolean,
  travelledMs: number,
): Promise<void> {
  await sql`update counter_event set authenticated_at = ${clockAt(travelledMs)}, is_strong = ${isStrong}
    where merchant_id = ${merchantId} and tx_id = ${txId}`.execute(tx)
}
