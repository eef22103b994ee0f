import { sql } from 'kysely'
import { mostPayouts } from '@signalbox/model/settlements/late-file'
import type { Tx } from '../../kit/database.ts'
import { statusIs } from '../../kit/status-sql.ts'
import { moves } from './missing-store.ts'

interface PayoutRhythm {
  readonly merchantId: number
  readonly psp: string
  readonly pspAccount: string
  readonly lastOn: string
  /** When the newest payment was made that any of its files covers. */
  readonly coveredTo: string
  readonly payouts: number
  /** The median of days between one payout and the next. */
  readonly usualDays: number
}

/** How often each account of a PSP pays out, by the last payouts of which there are files. */
export async function payoutRhythms(tx: Tx): Promise<PayoutRhythm[]> {
  const { rows } = await sql<PayoutRhythm>`
    with payouts as (
      select merchant_id, psp, psp_account, payout_date, max(period_to) as covered_to from settlement_batch
      where state <> 'REJECTED' group by merchant_id, psp, psp_account, payout_date),
    ordered as (
      select payouts.*, payout_date - lag(payout_date) over earlier as gap, row_number() over later as nth
      from payouts window earlier as (partition by merchant_id, psp, psp_account order by payout_date),
        later as (partition by merchant_id, psp, psp_account order by payout_date desc))
    select merchant_id, psp, psp_account, max(payout_date)::text as last_on, max(covered_to) as covered_to,
      count(*)::integer as payouts, percentile_disc(0.5) within group (order by gap)::integer as usual_days
    from ordered where nth <= ${mostPayouts}
    group by merchant_id, psp, psp_account order by merchant_id, psp, psp_account`.execute(tx)
  return rows
}

/** Whether an account has payments after an instant, completed before another, that no file settled. */
export async function owesFile(
  tx: Tx,
  { merchants, psp, pspAccount }: { merchants: readonly number[]; psp: string; pspAccount: string },
  { after, before }: { readonly after: Date; readonly before: Date },
): Promise<boolean> {
  const { rows } = await sql`select 1 from transaction t
    where t.merchant_id = any(${[...merchants]}::integer[]) and t.psp = ${psp} and t.psp_account = ${pspAccount}
      and t.id >= first_tx_id_at(${after}) and t.id < first_tx_id_at(${before}) and t.settled_at is null
      and t.completed_at > ${after} and t.completed_at < ${before}
      and ${statusIs('t.status_no', 'SUCCESSFUL')} and ${moves} limit 1`.execute(tx)
  return rows.length > 0
}

interface UndecidedBatch {
  readonly merchantId: number
  readonly id: string
  readonly psp: string
  readonly batchRef: string
  readonly payoutDate: string
  readonly importedOn: string
}

/** Batches that were imported before an instant and are neither accepted nor rejected, the oldest first. */
export async function undecidedBatches(tx: Tx, importedBefore: Date): Promise<UndecidedBatch[]> {
  const { rows } = await sql<UndecidedBatch>`
    select merchant_id, id::text, psp, batch_ref, payout_date::text,
      (imported_at at time zone 'UTC')::date::text as imported_on
    from settlement_batch where state not in ('ACCEPTED', 'CLOSED', 'REJECTED') and imported_at < ${importedBefore}
    order by imported_at, id`.execute(tx)
  return rows
}
