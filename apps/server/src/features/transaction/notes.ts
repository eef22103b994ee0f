import type { TransactionNote } from '@signalbox/model/calls/transaction-detail'
import { ruleOf } from '@signalbox/model/policy'
import { Refusal } from '@signalbox/model/refusal'
import type { Work } from '../../kit/handle.ts'
import { openTransaction } from './detail.ts'
import { peopleFor } from '../user/read-model.ts'
import { insertMentions, insertNote, strikeNote } from './note-store.ts'
import type { WholeTransaction } from './store.ts'

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

const readers = [...(ruleOf('transactions.view').valid ?? []), ...(ruleOf('approve.view').valid ?? [])]
const mostNamed = 20

/** Colleagues a text names as `@username`, as far as they may see the payment; the author needs no telling. */
async function namedIn(work: Work, merchantId: number, text: string): Promise<string[]> {
  const names = [...text.matchAll(/(?:^|[^\w@])@([\w.-]{2,60})/g)].map(([, name = '']) =>
    name.replace(/[.-]+$/, '').toLowerCase(),
  )
  if (names.length === 0) return []
  const people = await peopleFor(work.tx, merchantId, readers)
  return people
    .filter(({ id, username }) => id !== work.user.id && names.includes(username.toLowerCase()))
    .slice(0, mostNamed)
    .map(({ id }) => id)
}

export async function addNote(work: Work, id: number, text: string): Promise<TransactionNote> {
  const row = await openTransaction(work, id)
  const { user, now } = work
  const draft = { id: work.newId(), authorId: user.id, author: user.username, at: now, text }
  const note = await insertNote(work.tx, row, draft)
  const userIds = await namedIn(work, row.merchantId, text)
  await insertMentions(work.tx, row, { noteId: note.id, at: now, userIds })
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
