import type { CallbackOutcome } from '@signalbox/model/payments/tx-event'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { applyByHand, type BookedAlong } from '../core/flow/understand-callback.ts'
import type { Machine } from '../core/flow/machine.ts'
import { visiblePayment } from '../operations/read-model.ts'
import {
  attachCallback,
  lockCallback,
  setCallbackOutcome,
  type UnknownCallback,
} from '../core/record/callback-store.ts'
import { lockTransaction } from '../core/record/transaction-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import type { CaseRecord } from '../core/cases/case-store.ts'
import { auditCase, changeCase, lockCase, subjectIn, writeEntry } from './case-work.ts'
import { whyNotAttach } from './why-not-attach.ts'

/** What somebody still has to decide about. */
const undecided: readonly CallbackOutcome[] = ['UNKNOWN', 'FAILED', 'REFUSED']

export async function heldCallback(
  work: Work,
  { merchantId, callbackId }: CaseRecord,
): Promise<UnknownCallback> {
  const callback = callbackId === null ? undefined : await lockCallback(work.tx, merchantId, callbackId)
  if (!callback || !undecided.includes(callback.outcome))
    throw new Refusal('INVALID_STATE', { message: 'The callback was already handled.' })
  return callback
}

/**
 * Who applied one message has applied those that fit only with it: their cases and the audit log say so too. What is
 * audited of them with the case that somebody opened.
 */
async function writeAlong(
  work: Work,
  { record, row }: { readonly record: CaseRecord; readonly row: Transaction },
  booked: readonly BookedAlong[],
  text: string,
): Promise<object> {
  for (const { merchantId, txId, closed } of booked) {
    if (!closed) continue
    const { id, version, before } = closed
    await writeEntry(work, { merchantId, id }, 'APPLIED', { text })
    auditCase(work, { merchantId, id, txId, type: 'CALLBACK_FAILED' }, 'APPLY', {
      before: { ...before, resolution: null, version: version - 1 },
      after: {
        state: 'RESOLVED',
        assignee: before.assignee,
        resolution: 'LATE_CALLBACK',
        version,
        outcome: 'APPLIED',
        bookedWith: record.id,
      },
      note: text,
      subject: subjectIn(row),
    })
  }
  return booked.length > 0 ? { alsoBooked: booked.map(({ callbackId }) => callbackId) } : {}
}

/** Somebody found out which payment a PSP was talking about. */
export async function attach(
  machine: Machine,
  work: Work,
  id: string,
  body: { readonly version: number; readonly txId: number; readonly text: string },
) {
  const { record } = await lockCase(work, id, 'attach', body.version)
  const callback = await heldCallback(work, record)
  const found = await visiblePayment(work, body.txId)
  const row = found && (await lockTransaction(work.tx, found.merchantId, found.id))
  if (!row) throw invalid({ field: 'txId', code: 'UNKNOWN', message: 'There is no such transaction' })
  const why = await whyNotAttach(work.tx, row, callback)
  if (why) throw new Refusal('INVALID_STATE', { message: why })
  const message = { ...callback, actor: work.user.username }
  const { outcome, alsoBooked } = await applyByHand(machine, work, row, message)
  const key = { merchantId: row.merchantId, txId: row.id }
  await attachCallback(work.tx, callback, key, { outcome, note: `Attached by ${work.user.username}` })
  await writeEntry(work, record, 'ATTACHED', { text: body.text, subject: String(row.id) })
  const along = await writeAlong(work, { record, row }, alsoBooked, body.text)
  const resolved = { state: 'RESOLVED', resolution: 'LATE_CALLBACK', resolvedAt: work.now } as const
  const change = await changeCase(
    work,
    { record, row },
    { ...key, ...resolved },
    { action: 'ATTACH', note: body.text, after: { txId: row.id, outcome, ...along } },
  )
  work.emit({ merchantId: row.merchantId, topic: 'transaction', key: String(row.id) })
  return { id, version: change.version, state: resolved.state }
}

/** Somebody thinks that what could not be booked when it came can be now. */
export async function applyAgain(
  machine: Machine,
  work: Work,
  id: string,
  { version, text }: { readonly version: number; readonly text: string },
) {
  const { record, row } = await lockCase(work, id, 'apply', version)
  const callback = await heldCallback(work, record)
  if (!row) throw new Refusal('INVALID_STATE', { message: 'The payment no longer exists.' })
  const message = { ...callback, actor: work.user.username }
  const { outcome, alsoBooked } = await applyByHand(machine, work, row, message)
  await setCallbackOutcome(work.tx, callback.merchantId, callback.id, outcome)
  await writeEntry(work, record, 'APPLIED', { text })
  const along = await writeAlong(work, { record, row }, alsoBooked, text)
  const resolved = { state: 'RESOLVED', resolution: 'LATE_CALLBACK', resolvedAt: work.now } as const
  const change = await changeCase(work, { record, row }, resolved, {
    action: 'APPLY',
    note: text,
    after: { outcome, ...along },
  })
  work.emit({ merchantId: row.merchantId, topic: 'transaction', key: String(row.id) })
  return { id, version: change.version, state: resolved.state }
}

/** It concerns nobody here: another system, a test, a mistake of the PSP. */
export async function dismiss(
  work: Work,
  id: string,
  { version, text }: { readonly version: number; readonly text: string },
) {
  const { record, row } = await lockCase(work, id, 'dismiss', version)
  const callback = await heldCallback(work, record)
  await setCallbackOutcome(work.tx, callback.merchantId, callback.id, 'DISMISSED')
  await writeEntry(work, record, 'CLOSED', { text, subject: 'NO_ACTION' })
  const resolved = { state: 'RESOLVED', resolution: 'NO_ACTION', resolvedAt: work.now } as const
  const change = await changeCase(work, { record, row }, resolved, {
    action: 'DISMISS',
    note: text,
  })
  return { id, version: change.version, state: resolved.state }
}
