import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { sharedPlace, type Book } from './book-store.ts'
import type { HashedEntry } from './entry-hash.ts'

/** Which entry: the key that makes posting twice harmless. */
export interface EntryKey {
  readonly merchantId: number
  readonly sourceType: string
  readonly sourceId: string
  readonly eventType: string
  readonly seq: number
}

interface SourceHead {
  readonly chainNo: number
  readonly hash: string
}

/** What has to be known before an entry is written. */
export interface Ground {
  /** How far the source has come. */
  readonly head: SourceHead | undefined
  /** Whether the event stands in the books. */
  readonly known: boolean
  /** How far the books are shut. */
  readonly book: Book
}

interface GroundRow {
  readonly chainNo: number | null
  readonly hash: string | null
  readonly known: boolean
  readonly closedThrough: string | null
  readonly boundThrough: string | null
}

/**
 * Takes the place of somebody who posts until the end of the transaction. Whoever had to wait for a closing reads the book
 * as it was before it; inserting looks again.
 */
export async function readGround(
  tx: Tx,
  { merchantId, sourceType, sourceId, eventType, seq }: EntryKey,
): Promise<Ground> {
  const { rows } = await sql<GroundRow>`
    with gate as materialized (select ${sharedPlace(sql`${merchantId}::integer`)} as held)
    select book.closed_through, book.bound_through, head.chain_no, head.hash,
      head.chain_no is not null and exists (
        select 1 from journal_entry e where e.merchant_id = ${merchantId} and e.source_type = ${sourceType}
          and e.source_id = ${sourceId} and e.event_type = ${eventType} and e.seq = ${seq}) as known
    from gate left join ledger_book book on book.merchant_id = ${merchantId} left join lateral (
      select chain_no, hash from journal_entry
      where merchant_id = ${merchantId} and source_type = ${sourceType} and source_id = ${sourceId}
      order by chain_no desc limit 1) as head on true`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('A query without conditions gave no row')
  const { chainNo, hash, known, closedThrough, boundThrough } = row
  const head = chainNo === null ? undefined : { chainNo, hash: hash ?? '' }
  return { head, known, book: { closedThrough, boundThrough } }
}

const stripes = 16

/** All entries of a source go to one stripe, so that two of them are never locked in different orders. */
const stripeOf = (merchantId: number, sourceId: string): number =>
  (createHash('sha1').update(`${merchantId}:${sourceId}`).digest()[0] ?? 0) % stripes

/**
 * Entry, lines and balances in one statement. Nothing is written when the event was posted before, another entry of the
 * same source came first, or the day was shut meanwhile; which of these it was the caller finds out. Balances are locked in the order of their
 * accounts.
 */
export async function insertEntry(tx: Tx, entry: HashedEntry, hash: string): Promise<boolean> {
  const { merchantId, id, lines } = entry
  const accounts = lines.map((line) => line.account)
  const debits = lines.map((line) => String(line.debit))
  const credits = lines.map((line) => String(line.credit))
  const { rows } = await sql<{ posted: number }>`
    with entry as (
      insert into journal_entry (merchant_id, id, at, value_date, moved_from, source_type, source_id, event_type, seq,
        description, reversal_of, created_by, chain_no, prev_hash, hash)
      select ${merchantId}, ${id}, ${entry.at}, ${entry.valueDate}, ${entry.movedFrom ?? null}, ${entry.sourceType},
        ${entry.sourceId}, ${entry.eventType}, ${entry.seq}, ${entry.description}, ${entry.reversalOf}, ${entry.createdBy},
        ${entry.chainNo}, ${entry.prevHash}, ${hash}
      where not exists (select 1 from ledger_book book where book.merchant_id = ${merchantId}
        and (book.closed_through >= ${entry.valueDate}::date or book.bound_through >= ${entry.at.slice(0, 10)}::date))
      on conflict do nothing
      returning merchant_id, id
    ), given as (
      select entry.merchant_id, entry.id, l.line, l.account, l.debit, l.credit
      from entry cross join unnest(${accounts}::text[], ${debits}::bigint[], ${credits}::bigint[])
        with ordinality as l (account, debit, credit, line)
    ), lines as (
      insert into posting (merchant_id, entry_id, line, account, debit, credit)
      select merchant_id, id, line, account, debit, credit from given
    ), balances as (
      insert into account_balance as b (merchant_id, account, stripe, debit_total, credit_total)
      select merchant_id, account, ${stripeOf(merchantId, entry.sourceId)}, sum(debit), sum(credit)
      from given group by merchant_id, account order by account
      on conflict (merchant_id, account, stripe) do update set
        debit_total = b.debit_total + excluded.debit_total,
        credit_total = b.credit_total + excluded.credit_total,
        version = b.version + 1
    )
    select count(*)::integer as posted from entry`.execute(tx)
  return rows[0]?.posted === 1
}

/** The entry with this key and its lines, as they are stored. */
export async function findEntry(
  tx: Tx,
  key: EntryKey,
): Promise<(HashedEntry & { hash: string }) | undefined> {
  const { rows } = await sql<StoredEntry>`
    select e.*, p.lines from journal_entry e
    cross join lateral (select ${linesOf} as lines) p
    where e.merchant_id = ${key.merchantId} and e.source_type = ${key.sourceType} and e.source_id = ${key.sourceId}
      and e.event_type = ${key.eventType} and e.seq = ${key.seq}`.execute(tx)
  return rows[0] && asEntry(rows[0])
}

export async function entriesOfSource(
  tx: Tx,
  merchantId: number,
  sourceType: string,
  sourceId: string,
): Promise<(HashedEntry & { hash: string })[]> {
  const { rows } = await sql<StoredEntry>`
    select e.*, p.lines from journal_entry e
    cross join lateral (select ${linesOf} as lines) p
    where e.merchant_id = ${merchantId} and e.source_type = ${sourceType} and e.source_id = ${sourceId}
    order by e.chain_no`.execute(tx)
  return rows.map(asEntry)
}

/**
 * Differences booked for what a PSP reported of a payment: their source is the callback, so that each is booked once. A
 * report about a capture belongs to the payment it was captured from as well.
 */
export async function differencesOf(
  tx: Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: number },
): Promise<(HashedEntry & { hash: string })[]> {
  const { rows } = await sql<StoredEntry>`
    select e.*, p.lines from callback c
    join journal_entry e on e.merchant_id = c.merchant_id and e.source_type = 'ADJUSTMENT'
      and e.source_id = c.id::text
    cross join lateral (select ${linesOf} as lines) p
    where c.merchant_id = ${merchantId} and c.tx_id in (select ${id}::bigint union all
      select capture.id from transaction capture where capture.merchant_id = ${merchantId}
        and capture.origin_tx_id = ${id} and capture.method = 'CAPTURE')
    order by e.at, e.id`.execute(tx)
  return rows.map(asEntry)
}

/** Amounts as text: a JSON number would be rounded beyond 2^53. */
export const linesOf = sql`(
  select jsonb_agg(jsonb_build_array(l.account, l.debit::text, l.credit::text) order by l.line)
  from posting l where l.merchant_id = e.merchant_id and l.entry_id = e.id)`

export type StoredEntry = Omit<HashedEntry, 'lines' | 'movedFrom'> & {
  readonly movedFrom: string | null
  readonly hash: string
  readonly lines: readonly [account: string, debit: string, credit: string][] | null
}

export const asEntry = ({ lines, ...entry }: StoredEntry): HashedEntry & { hash: string } => ({
  merchantId: entry.merchantId,
  id: entry.id,
  at: entry.at,
  valueDate: entry.valueDate,
  movedFrom: entry.movedFrom ?? undefined,
  sourceType: entry.sourceType,
  sourceId: entry.sourceId,
  eventType: entry.eventType,
  seq: entry.seq,
  description: entry.description,
  reversalOf: entry.reversalOf,
  createdBy: entry.createdBy,
  chainNo: entry.chainNo,
  prevHash: entry.prevHash,
  hash: entry.hash,
  lines: (lines ?? []).map(([account, debit, credit]) => ({
    account,
    debit: BigInt(debit),
    credit: BigInt(credit),
  })),
})

type ChainedEntry = HashedEntry & { readonly hash: string }

/** Many entries of sources that have none yet, with their lines and balances, in three statements. */
export async function insertEntries(tx: Tx, entries: readonly ChainedEntry[]): Promise<void> {
  const column = <T>(pick: (entry: ChainedEntry) => T) => entries.map(pick)
  await sql`
    insert into journal_entry (merchant_id, id, at, value_date, moved_from, source_type, source_id, event_type, seq,
      description, reversal_of, created_by, chain_no, prev_hash, hash)
    select * from unnest(${column((e) => e.merchantId)}::integer[], ${column((e) => e.id)}::uuid[],
      ${column((e) => e.at)}::timestamptz[], ${column((e) => e.valueDate)}::date[],
      ${column((e) => e.movedFrom ?? null)}::date[],
      ${column((e) => e.sourceType)}::text[], ${column((e) => e.sourceId)}::text[],
      ${column((e) => e.eventType)}::text[], ${column((e) => e.seq)}::integer[],
      ${column((e) => e.description)}::text[], ${column((e) => e.reversalOf)}::uuid[],
      ${column((e) => e.createdBy)}::text[], ${column((e) => e.chainNo)}::integer[],
      ${column((e) => e.prevHash)}::text[], ${column((e) => e.hash)}::text[])`.execute(tx)
  const lines = entries.flatMap(({ merchantId, id, sourceId, lines }) =>
    lines.map((line, index) => ({
      merchantId,
      id,
      stripe: stripeOf(merchantId, sourceId),
      no: index + 1,
      account: line.account,
      debit: String(line.debit),
      credit: String(line.credit),
    })),
  )
  const each = <T>(pick: (line: (typeof lines)[number]) => T) => lines.map(pick)
  await sql`
    insert into posting (merchant_id, entry_id, line, account, debit, credit)
    select * from unnest(${each((l) => l.merchantId)}::integer[], ${each((l) => l.id)}::uuid[],
      ${each((l) => l.no)}::smallint[], ${each((l) => l.account)}::text[], ${each((l) => l.debit)}::bigint[],
      ${each((l) => l.credit)}::bigint[])`.execute(tx)
  await sql`
    insert into account_balance as b (merchant_id, account, stripe, debit_total, credit_total)
    select merchant_id, account, stripe, sum(debit), sum(credit)
    from unnest(${each((l) => l.merchantId)}::integer[], ${each((l) => l.account)}::text[],
      ${each((l) => l.stripe)}::smallint[], ${each((l) => l.debit)}::bigint[], ${each((l) => l.credit)}::bigint[])
      as given (merchant_id, account, stripe, debit, credit)
    group by merchant_id, account, stripe order by merchant_id, account, stripe
    on conflict (merchant_id, account, stripe) do update set
      debit_total = b.debit_total + excluded.debit_total,
      credit_total = b.credit_total + excluded.credit_total,
      version = b.version + 1`.execute(tx)
}
