import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

/** The last deposit or withdrawal of a user. */
export async function latestOfUser(tx: Tx, merchantId: number, userId: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from transaction where merchant_id = ${merchantId} and user_id = ${userId}
      and method in ('DEPOSIT', 'WITHDRAWAL') order by id desc limit 1`.execute(tx)
  return rows[0]?.id
}
