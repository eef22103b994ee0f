import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** The database itself refuses every write of the body, whatever the transaction around it, if any, does before and after. */
export async function withoutWriting<T>(tx: Tx, body: (tx: Tx) => Promise<T>): Promise<T> {
  if (!tx.isTransaction) return tx.transaction().setAccessMode('read only').execute(body)
  await sql`savepoint without_writing`.execute(tx)
  try {
    await sql`set local transaction_read_only = on`.execute(tx)
    return await body(tx)
  } finally {
    await sql`rollback to savepoint without_writing`.execute(tx)
    await sql`release savepoint without_writing`.execute(tx)
  }
}
