import type { TransactionNote } from '@signalbox/model/calls/transaction-detail'
import { sql, type ColumnType } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { TxKey } from './detail-store.ts'

interface NoteTable {
  merchantId: number
  id: string
  txId: number
  authorId: string
  author: string
  at: ColumnType<string, Date, never>
  text: string
  struckAt: ColumnType<string | null, never, Date>
}

const notes = (tx: Tx) => tx.withTables<{ txNote: NoteTable }>()
const columns = ['id', 'authorId', 'author', 'at', 'text', 'struckAt'] as const
const mostNotes = 500

const viewFor =
  (userId: string) =>
  ({ authorId, ...note }: Omit<TransactionNote, 'mine'> & { authorId: string }): TransactionNote => ({
    ...note,
    mine: authorId === userId,
  })

export async function listNotes(
  tx: Tx,
  { merchantId, id }: TxKey,
  userId: string,
): Promise<TransactionNote[]> {
  const rows = await notes(tx)
    .selectFrom('txNote')
    .select(columns)
    .where('merchantId', '=', merchantId)
    .where('txId', '=', id)
    .orderBy('at')
    .orderBy('id')
    .limit(mostNotes)
    .execute()
  return rows.map(viewFor(userId))
}

export interface NoteDraft {
  readonly id: string
  readonly authorId: string
  readonly author: string
  readonly at: Date
  readonly text: string
}

export async function insertNote(
  tx: Tx,
  { merchantId, id }: TxKey,
  draft: NoteDraft,
): Promise<TransactionNote> {
  const row = await notes(tx)
    .insertInto('txNote')
    .values({ ...draft, merchantId, txId: id })
    .returning(columns)
    .executeTakeFirstOrThrow()
  // A count beside the payment, not a change of it: whoever works on the payment is not in anybody's way.
  await sql`update transaction set note_count = note_count + 1
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
  return viewFor(draft.authorId)(row)
}

/** Undefined when there is no such note of this author, or it was taken back already. */
export async function strikeNote(
  tx: Tx,
  { merchantId, id }: TxKey,
  note: { readonly id: string; readonly authorId: string; readonly at: Date },
): Promise<TransactionNote | undefined> {
  const row = await notes(tx)
    .updateTable('txNote')
    .set({ struckAt: note.at })
    .where('merchantId', '=', merchantId)
    .where('txId', '=', id)
    .where('id', '=', note.id)
    .where('authorId', '=', note.authorId)
    .where('struckAt', 'is', null)
    .returning(columns)
    .executeTakeFirst()
  return row && viewFor(note.authorId)(row)
}

export async function insertMentions(
  tx: Tx,
  { merchantId, id }: TxKey,
  {
    noteId,
    at,
    userIds,
  }: { readonly noteId: string; readonly at: Date; readonly userIds: readonly string[] },
): Promise<void> {
  if (userIds.length === 0) return
  await sql`insert into tx_mention (merchant_id, note_id, user_id, tx_id, at)
    select ${merchantId}, ${noteId}, named, ${id}, ${at} from unnest(${[...userIds]}::uuid[]) as named`.execute(
    tx,
  )
}
