import { sql } from 'kysely'
import type { Tx } from '../../../kit/database.ts'
import { statusIs } from '../../../kit/status-sql.ts'
import type { Transaction } from './transaction.ts'

/** What the PSP charges for the captures of a payment that happened, but for one of its children. */
export async function otherCaptureFees(
  tx: Tx,
  { merchantId, id }: Pick<Transaction, 'merchantId' | 'id'>,
  childId: number,
): Promise<bigint> {
  const { rows } = await sql<{
    minor: string
  }>`select coalesce(sum(psp_fee_minor), 0)::text as minor from transaction
    where merchant_id = ${merchantId} and origin_tx_id = ${id} and id <> ${childId} and method = 'CAPTURE'
      and ${statusIs('status_no', 'SUCCESSFUL')}`.execute(tx)
  return BigInt(rows[0]?.minor ?? '0')
}
