import type { TransactionNote } from '@signalbox/model/calls/transaction-detail'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { absentUser, accountOf } from '../../people/identity/read-model.ts'
import { openableBy, openTransaction } from './detail.ts'
import { namedIn } from '../../people/user/read-model.ts'
import { insertMentions, insertNote, strikeNote } from './note-store.ts'
import { findTransaction, type WholeTransaction } from './store.ts'

function told(work: Work, { merchantId, id, userId }: WholeTransaction, action: string, after: object): void {
  work.audit({
    merchantId,
    entityType: 'transaction',
    entityId: String(id),
    entityLabel: String(id),
    changeType: 'UPDATE',
    action,
    after,
    // What people write about a user is forgotten with the user.
    subject: { merchantId, userId, fields: ['text'] },
  })
  work.emit({ merchantId, topic: 'transaction', key: String(id) })
}

/** Colleagues a note names who may open this very payment: customer service and approvers do not see every one. */
async function namedReaders(
  work: Work,
  text: string,
  { merchantId, id }: WholeTransaction,
): Promise<string[]> {
  const { tx, now } = work
  const named = await namedIn(work, text, { merchantId, access: ['transactions.view', 'approve.view'] })
  const readers: string[] = []
  for (const userId of named) {
    const limits = openableBy(absentUser(await accountOf(tx, userId)), now)
    if (await findTransaction(tx, id, [merchantId], limits)) readers.push(userId)
  }
  return readers
}

export async function addNote(work: Work, id: number, text: string): Promise<TransactionNote> {
  const row = await openTransaction(work, id)
  const { user, now } = work
  const draft = { id: work.newId(), authorId: user.id, author: user.username, at: now, text }
  const note = await insertNote(work.tx, row, draft)
  const { merchantId } = row
  const userIds = await namedReaders(work, text, row)
  await insertMentions(work.tx, row, { noteId: note.id, at: now, userIds })
  for (const userId of userIds) work.emit({ merchantId, topic: 'mention', key: userId })
  told(work, row, 'NOTE', { noteId: note.id, text })
  return note
}

export async function takeBackNote(work: Work, id: number, noteId: string): Promise<TransactionNote> {
  const row = await openTransaction(work, id)
  const note = await strikeNote(work.tx, row, { id: noteId, authorId: work.user.id, at: work.now })
  if (!note) throw new Refusal('NOT_FOUND')
  told(work, row, 'NOTE_STRUCK', { noteId })
  return note
}
