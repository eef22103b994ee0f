import { sql, type Insertable, type Selectable } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'
import { packFacts, unpackFacts } from '../state/facts-json.ts'
import { minorColumns, type Transaction } from './transaction.ts'
import type {
  TransactionTable,
  TransactionTables,
  TxAttemptTable,
  TxEventTable,
  TxLogTable,
} from './transaction-table.ts'

const tables = (tx: Tx) => tx.withTables<TransactionTables>()

/** Minor units come from the database as numbers, checked for exactness there, and are bigints from here on. */
export function readTransaction(row: Selectable<TransactionTable>): Transaction {
  const money = Object.fromEntries(
    minorColumns.map((column) => [column, row[column] === null ? null : BigInt(row[column])]),
  )
  const { facts, ...state } = row.stepState
  return { ...row, ...money, stepState: { ...state, facts: unpackFacts(facts) } } as unknown as Transaction
}

function writeTransaction(changes: Partial<Transaction>): Partial<Insertable<TransactionTable>> {
  const { stepState, attributes, ...plain } = changes
  return {
    ...plain,
    ...(stepState && { stepState: JSON.stringify({ ...stepState, facts: packFacts(stepState.facts) }) }),
    ...(attributes && { attributes: JSON.stringify(attributes) }),
  }
}

export async function insertTransaction(tx: Tx, transaction: Transaction): Promise<void> {
  await tables(tx)
    .insertInto('transaction')
    .values(writeTransaction(transaction) as Insertable<TransactionTable>)
    .execute()
}

/** Compare and set: false when somebody else has changed the row since it was read. */
export async function updateTransaction(
  tx: Tx,
  { merchantId, id, version }: Pick<Transaction, 'merchantId' | 'id' | 'version'>,
  changes: Partial<Transaction>,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('transaction')
    .set({ ...writeTransaction(changes), version: version + 1 })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
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

export interface TxKey {
  readonly merchantId: number
  readonly id: number
}

/** Payments whose runner is gone, or whose next try is due. */
export async function leftBehind(db: Database, now: Date, limit: number): Promise<TxKey[]> {
  return tables(db)
    .selectFrom('transaction')
    .select(['merchantId', 'id'])
    .where('nextStep', 'is not', null)
    .where('leaseUntil', '<=', now.toISOString())
    .orderBy('leaseUntil')
    .limit(limit)
    .execute()
}

type DueColumn = 'expiresAt' | 'approvalDueAt' | 'pollAt' | 'captureDueAt'

export async function dueBy(db: Database, column: DueColumn, now: Date, limit: number): Promise<TxKey[]> {
  return tables(db)
    .selectFrom('transaction')
    .select(['merchantId', 'id'])
    .where(column, '<=', now.toISOString())
    .orderBy(column)
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
    .where((where) =>
      where.or([where('leaseUntil', 'is', null), where('leaseUntil', '<=', now.toISOString())]),
    )
    .returningAll()
    .executeTakeFirst()
  return row && readTransaction(row)
}

/** What happened, before it has its place among what happened before. */
type EventRow = Omit<Selectable<TxEventTable>, 'merchantId' | 'txId' | 'seq'>

/** After those the transaction has. Whoever appends has the transaction to itself, so no two get the same place. */
export async function appendEvents(
  tx: Tx,
  { merchantId, id }: TxKey,
  events: readonly EventRow[],
): Promise<void> {
  if (events.length === 0) return
  await sql`insert into tx_event (merchant_id, tx_id, seq, at, type, step, from_no, to_no, actor, summary, duration_ms,
      facts, decisions)
    select ${merchantId}, ${id}, last.seq + e.n, e.at, e.type, e.step, e."fromNo", e."toNo", e.actor, e.summary,
      e."durationMs", e.facts, e.decisions
    from (select coalesce(max(seq), 0) as seq from tx_event where merchant_id = ${merchantId} and tx_id = ${id}) last,
      rows from (json_to_recordset(${JSON.stringify(events)}::json) as (at timestamptz, type text, step text,
        "fromNo" smallint, "toNo" smallint, actor text, summary text, "durationMs" integer, facts jsonb,
        decisions jsonb)) with ordinality as e (at, type, step, "fromNo", "toNo", actor, summary, "durationMs", facts,
        decisions, n)`.execute(tx)
}

export async function insertLogs(tx: Tx, logs: readonly Insertable<TxLogTable>[]): Promise<void> {
  if (logs.length > 0)
    await tables(tx)
      .insertInto('txLog')
      .values([...logs])
      .execute()
}

export async function insertAttempt(tx: Tx, attempt: Insertable<TxAttemptTable>): Promise<void> {
  await tables(tx).insertInto('txAttempt').values(attempt).execute()
}

export async function updateAttempt(
  tx: Tx,
  key: { readonly merchantId: number; readonly txId: number; readonly no: number },
  changes: Partial<Insertable<TxAttemptTable>>,
): Promise<void> {
  await tables(tx)
    .updateTable('txAttempt')
    .set(changes)
    .where('merchantId', '=', key.merchantId)
    .where('txId', '=', key.txId)
    .where('no', '=', key.no)
    .execute()
}
