import { sql } from 'kysely'
import type { Database, Tx } from '../../../kit/database.ts'
import { readTransaction } from './transaction-store.ts'
import type { TransactionTables } from './transaction-table.ts'
import type { Transaction } from './transaction.ts'

/** A merchant and all below it. */
export async function merchantsWithin(db: Database | Tx, merchantId: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select m.id from merchant m join merchant a on m.path like a.path || '%'
    where a.id = ${merchantId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Which merchant of a caller's a payment belongs to. */
export async function findWithin(
  db: Database | Tx,
  merchantId: number,
  id: number,
): Promise<Transaction | undefined> {
  const row = await db
    .withTables<TransactionTables>()
    .selectFrom('transaction')
    .selectAll('transaction')
    .where('id', '=', id)
    .where(
      'merchantId',
      'in',
      sql<number>`(select m.id from merchant m join merchant a on m.path like a.path || '%'
      where a.id = ${merchantId})`,
    )
    .executeTakeFirst()
  return row && readTransaction(row)
}
