import { sql } from 'kysely'
import type { SettlementLineOfTransaction } from '@signalbox/model/calls/transaction-finance'
import type { Tx } from '../../kit/database.ts'

/** The lines that are about a payment, of batches that count and lie at these merchants. */
export async function linesOfPayment(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: number },
  merchants: readonly number[],
): Promise<SettlementLineOfTransaction[]> {
  const { rows } = await sql<SettlementLineOfTransaction>`
    select l.id, l.line_no, l.type, l.match_status, l.differences, l.gross, l.fees, l.net, b.id as batch_id, b.batch_ref,
      b.state as batch_state, b.payout_date::text as payout_date
    from settlement_line_view l join settlement_batch b on b.merchant_id = l.merchant_id and b.id = l.batch_id
    where l.tx_merchant_id = ${merchantId} and l.tx_id = ${id}::bigint and b.state <> 'REJECTED'
      and l.merchant_id = any(${[...merchants]}::integer[])
    order by b.payout_date, b.batch_ref, l.line_no`.execute(tx)
  return rows
}
