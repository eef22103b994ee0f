import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database.ts'

/** How far the books of a merchant are shut. */
export interface Book {
  /** The last day nothing can be posted for any more. */
  readonly closedThrough: string | null
  /** The last day (UTC) nothing can be posted at any more, because it is added up. */
  readonly boundThrough: string | null
}

export const openBook: Book = { closedThrough: null, boundThrough: null }

/** Any number: it only has to be the same on every node, and another than those of other locks. */
const booksLock = 20_260_023

/**
 * Who posts and who shuts the books meet at an advisory lock, held to the end of a transaction. Rows would do if they gave
 * turns, but whoever posts would pass by whoever waits to close, for as long as others post without a pause.
 */
export const sharedPlace = (merchantId: RawBuilder<unknown>) =>
  sql`pg_advisory_xact_lock_shared(${booksLock}::integer, ${merchantId})`

/** Takes the place of somebody who posts, in the books of several merchants. */
export async function shareBooks(tx: Tx, merchantIds: readonly number[]): Promise<Map<number, Book>> {
  const inOrder = merchantIds.toSorted((a, b) => a - b)
  await sql`select ${sharedPlace(sql`id`)} from unnest(${inOrder}::integer[]) as merchant (id)`.execute(tx)
  const { rows } = await sql<Book & { merchantId: number }>`
    select merchant_id, closed_through, bound_through from ledger_book
    where merchant_id = any(${inOrder}::integer[])`.execute(tx)
  return new Map(rows.map(({ merchantId, ...book }) => [merchantId, book]))
}

/** Longer than any posting takes; whoever waits longer would keep payments waiting behind them. */
const longestWait = '3s'

/**
 * Waits for those who are posting and keeps others from beginning, until the end of the transaction: what follows must be
 * short. Fails (55P03) when somebody posts for long.
 */
export async function shutBook(tx: Tx, merchantId: number): Promise<Book> {
  await sql`select set_config('lock_timeout', ${longestWait}, true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(${booksLock}::integer, ${merchantId}::integer)`.execute(tx)
  await sql`select set_config('lock_timeout', '0', true)`.execute(tx)
  await sql`insert into ledger_book (merchant_id) values (${merchantId}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<Book>`select closed_through, bound_through from ledger_book
    where merchant_id = ${merchantId} for update`.execute(tx)
  return rows[0] ?? openBook
}

/** Of a book that is shut. */
export async function closeThrough(tx: Tx, merchantId: number, day: string | null): Promise<void> {
  await sql`update ledger_book set closed_through = ${day}::date where merchant_id = ${merchantId}`.execute(
    tx,
  )
}

/** When the last entry was posted. */
export async function lastPostedAt(tx: Tx, merchantId: number): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(at) as at from journal_entry where merchant_id = ${merchantId}`.execute(tx)
  return rows[0]?.at ?? null
}
