import { sql } from 'kysely'
import type { Tx } from '../database.ts'

/** Rows of these tables a transaction reads meanwhile, by whatever way, as the database counts them. */
export async function rowsRead(tx: Tx, tables: RegExp, run: () => Promise<unknown>): Promise<number> {
  const soFar = async (): Promise<number> => {
    const { rows } = await sql<{ table: string; read: number }>`
      select relname as table, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as read
      from pg_stat_xact_user_tables`.execute(tx)
    return rows.filter(({ table }) => tables.test(table)).reduce((total, { read }) => total + read, 0)
  }
  // A connection hands in what it counted a little later, so some of it may be of earlier transactions.
  const before = await soFar()
  await run()
  return (await soFar()) - before
}
