import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { TxKey } from '../transactions/transaction-store.ts'

/** What refunds that are under way will take at the PSP, in its currency. */
export async function openPspRefunds(tx: Tx, { merchantId, id }: TxKey): Promise<bigint> {
  const { rows } = await sql<{ minor: string }>`
    select coalesce(sum(psp_amount_minor), 0)::text as minor from transaction
    where merchant_id = ${merchantId} and origin_tx_id = ${id} and method = 'REFUND'
      and status_no between 100 and 499`.execute(tx)
  return BigInt(rows[0]?.minor ?? 0)
}
