import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'

export interface FoundPayment {
  readonly id: number
  readonly merchantId: number
  readonly txType: string
  readonly statusNo: number
  readonly createdAt: string
}

/** Those of these payments that belong to the merchants. */
export async function findPayments(
  tx: Tx,
  ids: readonly number[],
  merchants: readonly number[],
  seen: Condition | undefined,
): Promise<FoundPayment[]> {
  const { rows } = await sql<FoundPayment>`
    select t.id, t.merchant_id, t.tx_type, t.status_no, t.created_at from transaction t
    where t.id = any(${[...ids]}::bigint[]) and t.merchant_id = any(${[...merchants]}::integer[])
      and ${seen ?? sql`true`}`.execute(tx)
  return rows
}
