import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** The time of the database, which is one for all nodes. Not that of the transaction, which may have waited since. */
export async function databaseTime(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::timestamptz(3) as at`.execute(tx)
  return new Date(rows[0]?.at ?? '')
}
