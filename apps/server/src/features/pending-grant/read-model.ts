import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

/** Changes that wait for a second person, for the badge of the menu. */
export async function countPendingGrants(tx: Tx, merchants: readonly number[]): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::integer as waiting from pending_grant
    where merchant_id = any(${[...merchants]}::integer[]) and state = 'WAITING'`.execute(tx)
  return rows[0]?.waiting ?? 0
}
