import { isPaymentMethod } from '@signalbox/model/payments/transaction-method'
import { sql } from 'kysely'
import type { Tx } from '../../../kit/database.ts'
import { lockTransaction } from '../record/transaction-store.ts'
import type { Transaction } from '../record/transaction.ts'

type Key = Pick<Transaction, 'merchantId' | 'id'>
type Counted = Pick<Transaction, 'merchantId' | 'id' | 'method' | 'rootTxId' | 'reprocessCount'>

/** How often payments were tried again, each together with all that came of the same first one, by payment. */
export async function reprocessCounts(tx: Tx, keys: readonly Key[]): Promise<ReadonlyMap<number, number>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ id: number; count: number }>`
    select t.id, (select sum(f.reprocess_count)::integer from transaction f
      where f.merchant_id = t.merchant_id and f.method = t.method
        and (f.id = coalesce(t.root_tx_id, t.id) or f.root_tx_id = coalesce(t.root_tx_id, t.id))) as count
    from transaction t
    where (t.merchant_id, t.id) in (select * from unnest(${keys.map(({ merchantId }) => merchantId)}::integer[],
      ${keys.map(({ id }) => id)}::bigint[]))`.execute(tx)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/**
 * The same of one payment whose row the caller holds. Nobody else counts meanwhile: whoever tries a member of the family
 * again holds the payment it began with. What follows from a payment is only ever tried again itself, and counts alone.
 */
export async function holdReprocessCount(tx: Tx, row: Counted): Promise<number> {
  if (!isPaymentMethod(row.method)) return row.reprocessCount
  if (row.rootTxId !== null) await lockTransaction(tx, row.merchantId, row.rootTxId)
  return (await reprocessCounts(tx, [row])).get(row.id) ?? row.reprocessCount
}
