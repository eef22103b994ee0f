import { sql } from 'kysely'
import type { Database, Tx } from './database.ts'

/** Reads that the database gives up after a while. */
export const readWithin = <T>(db: Database, ms: number, body: (tx: Tx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx)
      return body(tx)
    })
