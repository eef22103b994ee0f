import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

/** What people call a client, by its id or by what it signs in with; nothing when it is gone. */
export async function clientName(tx: Tx, client: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from api_client
    where id::text = ${client} or client_id = ${client} limit 1`.execute(tx)
  return rows[0]?.name ?? null
}
