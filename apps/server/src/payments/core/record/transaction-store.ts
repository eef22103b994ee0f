import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Database, Tx } from '../../../kit/database.ts'
import { unpackFacts } from '../state/facts-json.ts'
import { transactionColumns } from './transaction-columns.ts'
import type { Transaction } from './transaction.ts'
import type { TransactionTable, TransactionTables } from './transaction-table.ts'

const tables = (tx: Tx) => tx.withTables<TransactionTables>()

const camel = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const readings = transactionColumns.map(({ member, column, declared }) => ({
  member,
  read: camel(column),
  isMinor: declared.currency !== undefined,
}))

/** Minor units come from the database as numbers, checked for exactness there, and are bigints from here on. */
export function readTransaction(row: Selectable<TransactionTable>): Transaction {
  const stored: Readonly<Record<string, unknown>> = row
  const members: Record<string, unknown> = {}
  for (const { member, read, isMinor } of readings) {
    const value = stored[read]
    members[member] = isMinor && value !== null ? BigInt(value as number) : value
  }
  const { facts, ...state } = row.stepState
  members.stepState = { ...state, facts: unpackFacts(facts) }
  return members as Record<keyof Transaction, unknown> as Transaction
}

export async function findTransaction(
  db: Database | Tx,
  merchantId: number,
  id: number,
): Promise<Transaction | undefined> {
  const row = await tables(db)
    .selectFrom('transaction')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && readTransaction(row)
}

/** Whoever holds it decides about the payment alone until the end of the transaction. */
export async function lockTransaction(
  tx: Tx,
  merchantId: number,
  id: number,
): Promise<Transaction | undefined> {
  const row = await tables(tx)
    .selectFrom('transaction')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && readTransaction(row)
}

/** Nobody works on it now. */
const isFree = (where: ExpressionBuilder<TransactionTables, 'transaction'>, now: Date) =>
  where.or([where('leaseUntil', 'is', null), where('leaseUntil', '<=', now.toISOString())])

export interface TxKey {
  readonly merchantId: number
  readonly id: number
}

/** Payments whose runner is gone, or whose next try is due; also one that was left to nobody, which should not be. */
export async function leftBehind(db: Database, now: Date, limit: number): Promise<TxKey[]> {
  return tables(db)
    .selectFrom('transaction')
    .select(['merchantId', 'id'])
    .where('nextStep', 'is not', null)
    .where((where) => isFree(where, now))
    .orderBy('leaseUntil')
    .limit(limit)
    .execute()
}

type DueColumn = 'expiresAt' | 'approvalDueAt' | 'pollAt'

export async function dueBy(db: Database, column: DueColumn, now: Date, limit: number): Promise<TxKey[]> {
  return tables(db)
    .selectFrom('transaction')
    .select(['merchantId', 'id'])
    .where(column, '<=', now.toISOString())
    .orderBy(column)
    .limit(limit)
    .execute()
}

/** Reserved money that is to be captured or voided now, and of which no capture or void is under way. */
export async function captureDueBy(db: Database, now: Date, limit: number): Promise<TxKey[]> {
  return tables(db)
    .selectFrom('transaction')
    .select(['merchantId', 'id'])
    .where('captureDueAt', '<=', now.toISOString())
    .where('capturingMinor', '=', 0)
    .orderBy('captureDueAt')
    .limit(limit)
    .execute()
}

/** Takes a row nobody works on, for one runner. `undefined` when somebody does, or nothing is left to do. */
export async function claim(
  db: Database | Tx,
  { merchantId, id }: TxKey,
  holder: string,
  now: Date,
  until: Date,
): Promise<Transaction | undefined> {
  const row = await tables(db)
    .updateTable('transaction')
    .set((set) => ({
      leaseHolder: holder,
      leaseUntil: until.toISOString(),
      version: set('version', '+', 1),
    }))
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('nextStep', 'is not', null)
    .where((where) => isFree(where, now))
    .returningAll()
    .executeTakeFirst()
  return row && readTransaction(row)
}
