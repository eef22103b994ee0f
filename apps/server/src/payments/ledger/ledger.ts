import { accountKey } from '@signalbox/model/ledger/account'
import { assertPostable, type JournalDraft, type JournalSource } from '@signalbox/model/ledger/journal'
import { dayAfter } from '@signalbox/model/text/calendar-day'
import type { Tx } from '../../kit/database.ts'
import { openBook, shareBooks, type Book } from './book-store.ts'
import { firstHash, journalHash, type HashedEntry, type StoredLine } from './entry-hash.ts'
import {
  differencesOf,
  entriesOfSource,
  findEntry,
  insertEntries,
  insertEntry,
  readGround,
} from './ledger-store.ts'

/** What posting depends on beside the database. */
export interface PostingDeps {
  readonly now: Date
  readonly newId: () => string
}

export interface Posted {
  readonly entryId: string
  /** False when the event stood in the books already. */
  readonly isNew: boolean
}

export type JournalEntry = HashedEntry & { readonly hash: string }

/** An entry before it has its place in the chain of its source. */
type Content = Omit<HashedEntry, 'id' | 'at' | 'chainNo' | 'prevHash' | 'movedFrom'>

/**
 * Writes what happened to money, once: the same event of the same source a second time changes nothing. An entry with
 * other amounts under the same key is a mistake in the program and stops it. Nobody is refused for a closed period: what
 * happened has happened, and counts on the first open day.
 */
export async function post(tx: Tx, draft: JournalDraft, deps: PostingDeps): Promise<Posted> {
  return write(tx, contentOf(draft), deps)
}

/**
 * Writes the books of many payments that have none yet, such as a generated history, in a few statements. Entries of one
 * payment stand in their order. They are posted now, whatever day they count for: days that were sealed stay as they are.
 */
export async function postHistory(tx: Tx, drafts: readonly JournalDraft[], deps: PostingDeps): Promise<void> {
  if (drafts.length === 0) return
  const heads = new Map<string, Head>()
  const books = await shareBooks(tx, [...new Set(drafts.map(({ merchantId }) => merchantId))])
  const entries = drafts.map((draft) => {
    const content = contentOf(draft)
    const book = books.get(content.merchantId) ?? openBook
    const source = `${content.merchantId} ${content.sourceType} ${content.sourceId}`
    const entry = entryOf(content, heads.get(source), book, deps)
    const chained = { ...entry, hash: journalHash(entry) }
    heads.set(source, chained)
    return chained
  })
  await insertEntries(tx, entries)
}

function contentOf(draft: JournalDraft): Content {
  const { merchantId, lines, seq = 0, reversalOf = null } = draft
  assertPostable(lines)
  const stored = lines.map(({ account, side, minor }): StoredLine => ({
    account: accountKey(merchantId, account),
    debit: side === 'DEBIT' ? minor : 0n,
    credit: side === 'CREDIT' ? minor : 0n,
  }))
  return { ...draft, seq, reversalOf, lines: stored }
}

/** The entry of a source that came last. */
interface Head {
  readonly chainNo: number
  readonly hash: string
}

const entryOf = (
  content: Content,
  head: Head | undefined,
  book: Book,
  { now, newId }: PostingDeps,
): HashedEntry => ({
  merchantId: content.merchantId,
  id: newId(),
  at: instantIn(book, now),
  ...dayIn(book, content),
  sourceType: content.sourceType,
  sourceId: content.sourceId,
  eventType: content.eventType,
  seq: content.seq,
  reversalOf: content.reversalOf,
  createdBy: content.createdBy,
  chainNo: (head?.chainNo ?? 0) + 1,
  prevHash: head?.hash ?? firstHash,
  lines: content.lines,
})

/** What is meant for a closed day counts on the first open one, and says so. */
function dayIn({ closedThrough }: Book, { valueDate, description }: Content) {
  if (closedThrough === null || valueDate > closedThrough) return { valueDate, description }
  const why = `meant for ${valueDate}, which is closed`
  return { valueDate: dayAfter(closedThrough), movedFrom: valueDate, description: `${description} (${why})` }
}

/** Days that are added up stay as they are, however late whoever posts has looked at the clock. */
function instantIn({ boundThrough }: Book, now: Date): string {
  const at = now.toISOString()
  return boundThrough === null || at.slice(0, 10) > boundThrough
    ? at
    : `${dayAfter(boundThrough)}T00:00:00.000Z`
}

export interface ReverseOptions {
  readonly valueDate: string
  readonly description: string
  readonly createdBy: string
}

/** Undoes an entry by another one, once. The entry itself stays as it is. */
export function reverse(
  tx: Tx,
  entry: JournalEntry,
  options: ReverseOptions,
  deps: PostingDeps,
): Promise<Posted> {
  const { merchantId, sourceType, sourceId, chainNo, lines } = entry
  const undone = lines.map(({ account, debit, credit }) => ({ account, debit: credit, credit: debit }))
  const key = { merchantId, sourceType, sourceId, eventType: 'ENTRY_REVERSED', seq: chainNo }
  return write(tx, { ...key, ...options, reversalOf: entry.id, lines: undone }, deps)
}

/** Everything posted for one source, in order. */
export const journalOf = (
  tx: Tx,
  merchantId: number,
  sourceType: JournalSource,
  sourceId: string,
): Promise<JournalEntry[]> => entriesOfSource(tx, merchantId, sourceType, sourceId)

/** What a transaction moved, and what was accepted as a difference with the PSP in messages about it. */
export const journalOfTransaction = async (
  tx: Tx,
  key: { readonly merchantId: number; readonly id: number },
): Promise<JournalEntry[]> => [
  ...(await journalOf(tx, key.merchantId, 'TRANSACTION', String(key.id))),
  ...(await differencesOf(tx, key)),
]

/** Writers for one source take turns. There are never as many as this, unless something else is wrong. */
const maxTries = 20

async function write(tx: Tx, content: Content, deps: PostingDeps): Promise<Posted> {
  for (let attempt = 1; attempt <= maxTries; attempt++) {
    const { head, known, book } = await readGround(tx, content)
    if (known) return postedBefore(await findEntry(tx, content), content.lines)
    const entry = entryOf(content, head, book, deps)
    if (await insertEntry(tx, entry, journalHash(entry))) return { entryId: entry.id, isNew: true }
  }
  throw new Error(`${content.eventType} of ${content.sourceId} cannot be posted`)
}

function postedBefore(known: JournalEntry | undefined, lines: readonly StoredLine[]): Posted {
  if (!known) throw new Error('An entry was there and is gone')
  const isSame = (line: StoredLine, index: number) => {
    const other = lines[index]
    return other?.account === line.account && other.debit === line.debit && other.credit === line.credit
  }
  if (known.lines.length !== lines.length || !known.lines.every(isSame))
    throw new Error(`${known.eventType} of ${known.sourceId} was posted before with other amounts`)
  return { entryId: known.id, isNew: false }
}
