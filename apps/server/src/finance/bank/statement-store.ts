import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

export interface AccountRow {
  readonly merchantId: number
  readonly id: string
  readonly name: string
  readonly accountKey: string
  readonly currency: string
}

/** Accounts by number and currency, locked in the order of their ids where something is to be written. */
export async function findAccounts(
  tx: Tx,
  merchants: readonly number[],
  keys: readonly string[],
  lock: boolean,
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select merchant_id, id::text, name, account_key, currency from bank_account
    where merchant_id = any(${[...merchants]}::integer[]) and account_key = any(${[...keys]}::text[])
    order by id ${lock ? sql`for update` : sql``}`.execute(tx)
  return rows
}

export interface ChainRow {
  readonly id: string
  readonly statementRef: string
  readonly sequenceNo: string | null
  readonly closedOn: string
  readonly openingMinor: bigint
  readonly closingMinor: bigint
  readonly fingerprint: string
  readonly ordinal: number
  readonly gap: string | null
}

/** The statements of an account in their order. */
export async function statementsOf(tx: Tx, { merchantId, id }: AccountRow): Promise<ChainRow[]> {
  const { rows } = await sql<ChainRow & { openingMinor: string; closingMinor: string }>`
    select id::text, statement_ref, sequence_no, closed_on::text, opening_minor::text, closing_minor::text,
      fingerprint, ordinal, gap
    from bank_statement where merchant_id = ${merchantId} and bank_account_id = ${id}::uuid
    order by closed_on, ordinal`.execute(tx)
  return rows.map((row) => ({
    ...row,
    openingMinor: BigInt(row.openingMinor),
    closingMinor: BigInt(row.closingMinor),
  }))
}

export async function setGaps(
  tx: Tx,
  merchantId: number,
  gaps: readonly { readonly id: string; readonly gap: string | null }[],
): Promise<void> {
  if (gaps.length === 0) return
  await sql`update bank_statement set gap = changed.gap
    from unnest(${gaps.map(({ id }) => id)}::uuid[], ${gaps.map(({ gap }) => gap)}::text[]) as changed (id, gap)
    where bank_statement.merchant_id = ${merchantId} and bank_statement.id = changed.id`.execute(tx)
}

export interface EntryRow {
  readonly id: string
  readonly lineNo: number
  readonly title: string
  readonly bookedOn: string
  readonly valueOn: string | null
  readonly amount: object
  readonly amountMinor: string
  readonly counterparty: string | null
  readonly reference: string | null
  readonly bankRef: string | null
  readonly text: string | null
  readonly isReversal: boolean
  readonly state: string
  readonly batchId: string | null
  readonly batchMerchantId: number | null
  readonly batchRef: string | null
  readonly psp: string | null
  readonly expected: object | null
  readonly matchNote: string | null
  readonly matchedBy: string | null
}

interface EntryOwner {
  readonly merchantId: number
  readonly statementId: string
  readonly statementRef: string
  readonly accountName: string
  readonly currency: string
  readonly by: string
  readonly now: Date
}

/** All entries of a statement in one go: the rows travel as one document. */
export async function insertEntries(tx: Tx, owner: EntryOwner, rows: readonly EntryRow[]): Promise<void> {
  const { merchantId, statementId, statementRef, accountName, currency, by, now } = owner
  await sql`
    insert into bank_entry (merchant_id, id, bank_statement_id, statement_ref, account_name, currency, line_no, title,
      booked_on, value_on, amount, amount_minor, counterparty, reference, bank_ref, text, is_reversal, state, batch_id,
      batch_merchant_id, batch_ref, psp, expected, match_note, matched_by, version, created_at, updated_at, updated_by)
    select ${merchantId}, e.id, ${statementId}::uuid, ${statementRef}, ${accountName}, ${currency}, e."lineNo", e.title,
      e."bookedOn", e."valueOn", e.amount, e."amountMinor", e.counterparty, e.reference, e."bankRef", e.text,
      e."isReversal", e.state, e."batchId", e."batchMerchantId", e."batchRef", e.psp, e.expected, e."matchNote",
      e."matchedBy", 1, ${now}, ${now}, ${by}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, "lineNo" integer, title text,
      "bookedOn" date, "valueOn" date, amount jsonb, "amountMinor" bigint, counterparty text, reference text,
      "bankRef" text, text text, "isReversal" boolean, state text, "batchId" text, "batchMerchantId" integer,
      "batchRef" text, psp text, expected jsonb, "matchNote" text, "matchedBy" text)`.execute(tx)
}

/** How many entries of a statement are done and how many are not, after one of them changed. */
export async function recount(tx: Tx, merchantId: number, statementIds: readonly string[]): Promise<void> {
  await sql`update bank_statement s set confirmed_count = c.confirmed, open_count = c.open
    from (select bank_statement_id,
        count(*) filter (where state = 'CONFIRMED')::integer as confirmed,
        count(*) filter (where state not in ('CONFIRMED', 'SET_ASIDE'))::integer as open
      from bank_entry where merchant_id = ${merchantId} and bank_statement_id = any(${[...statementIds]}::uuid[])
      group by bank_statement_id) c
    where s.merchant_id = ${merchantId} and s.id = c.bank_statement_id`.execute(tx)
}

/** The newest statement of an account is what the account says of itself. */
export async function noteLastStatement(tx: Tx, { merchantId, id }: AccountRow): Promise<void> {
  await sql`update bank_account a set last_statement_on = s.closed_on, last_closing = s.closing
    from (select closed_on, closing from bank_statement
      where merchant_id = ${merchantId} and bank_account_id = ${id}::uuid order by closed_on desc, ordinal desc limit 1) s
    where a.merchant_id = ${merchantId} and a.id = ${id}::uuid`.execute(tx)
}

export async function hasStatements(tx: Tx, merchantId: number, accountId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from bank_statement
    where merchant_id = ${merchantId} and bank_account_id = ${accountId}::uuid limit 1`.execute(tx)
  return rows.length > 0
}

/** Open entries of these merchants, oldest first, locked: somebody may be deciding about one of them. */
export async function openEntryIds(tx: Tx, merchants: readonly number[], most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id::text from bank_entry
    where merchant_id = any(${[...merchants]}::integer[]) and state not in ('CONFIRMED', 'SET_ASIDE')
    order by booked_on, id limit ${most} for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}
