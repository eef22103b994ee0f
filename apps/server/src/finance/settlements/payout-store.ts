import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

interface PayoutRow {
  readonly merchantId: number
  readonly id: string
  readonly psp: string
  readonly batchRef: string
  readonly payoutDate: string
  readonly netMinor: string
  readonly currency: string
  readonly isPaid: boolean
}

/** What the bank should see: what the PSP says it pays, or what its lines come to. */
const payoutColumns = sql`merchant_id, id::text, psp, batch_ref, payout_date::text, settlement_currency as currency,
  coalesce(declared_net_minor, net_minor)::text as net_minor, bank_ref is not null as is_paid`

/** Batches that count, with a payout in this currency between two days. */
export async function payoutsBetween(
  tx: Tx,
  merchants: readonly number[],
  { currency, from, to }: { readonly currency: string; readonly from: string; readonly to: string },
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`select ${payoutColumns} from settlement_batch
    where merchant_id = any(${[...merchants]}::integer[]) and settlement_currency = ${currency} and state <> 'REJECTED'
      and payout_date between ${from}::date and ${to}::date
    order by payout_date, id`.execute(tx)
  return rows
}

/** By reference or id. */
export async function payoutsNamed(
  tx: Tx,
  merchants: readonly number[],
  named: string,
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`select ${payoutColumns} from settlement_batch
    where merchant_id = any(${[...merchants]}::integer[]) and state <> 'REJECTED'
      and (batch_ref = ${named} or id::text = ${named.toLowerCase()})
    order by payout_date, id limit 10`.execute(tx)
  return rows
}
