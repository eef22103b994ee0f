import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { surplusAccepted } from '@signalbox/model/ledger/business-postings'
import { writeLocalTime } from '@signalbox/model/text/local-time'
import { toWire } from '@signalbox/model/money/money-schema'
import { amountText } from '@signalbox/model/money/money-text'
import { peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { databaseContext } from '../core/flow/database-context.ts'
import type { Machine } from '../core/flow/machine.ts'
import { NotBookable } from '../core/flow/not-bookable.ts'
import { returnOf } from '../core/flow/packed-reading.ts'
import { reportedChild } from '../core/flow/reported-child.ts'
import type { ReturnReport } from '../core/flow/reports-together.ts'
import { splitReport, type SplitReport } from '../core/flow/split-report.ts'
import type { StepContext } from '../core/flow/step-context.ts'
import { post } from '../ledger/ledger.ts'
import { needsTwoPeople } from '../core/operations/four-eyes.ts'
import { setCallbackOutcome } from '../core/record/callback-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { lastProposal, type CaseRecord } from '../core/cases/case-store.ts'
import { heldCallback } from './callback-case.ts'
import { changeCase, lockCase, writeEntry } from './case-work.ts'

interface BookBody {
  readonly version: number
  readonly text: string
}

async function split(work: Work, row: Transaction, told: ReturnReport): Promise<SplitReport> {
  try {
    return await splitReport(work.tx, row, told)
  } catch (error) {
    if (error instanceof NotBookable) throw new Refusal('INVALID_STATE', { message: error.message })
    throw error
  }
}

/** Whether somebody else has proposed just this; one person does not both propose and confirm. */
async function isConfirmed(work: Work, record: CaseRecord, surplus: string): Promise<boolean> {
  const proposal = await lastProposal(work.tx, record)
  if (!proposal || proposal.subject !== surplus) return false
  requireOtherPerson(peopleOf(work.user), [proposal.authorId, proposal.author])
  return true
}

/** The callback is the source, so that its difference is booked once. */
async function bookSurplus(
  context: StepContext,
  work: Work,
  callbackId: string,
  { origin, way, surplus }: SplitReport,
): Promise<void> {
  const { merchantId, psp, pspAccount } = origin
  const { timeZone } = await context.merchant(merchantId)
  const where = { psp: psp ?? '', pspAccount: pspAccount ?? '', way }
  await post(
    work.tx,
    {
      merchantId,
      sourceType: 'ADJUSTMENT',
      sourceId: callbackId,
      eventType: 'ADJUSTMENT',
      valueDate: writeLocalTime('YYYY-MM-DD', work.now.getTime(), timeZone),
      description: `More than was left of ${transactionTypeLabel(origin.txType)} ${origin.id}`,
      lines: surplusAccepted(where, surplus),
      createdBy: work.user.username,
    },
    { now: work.now, newId: work.newId },
  )
}

/**
 * A PSP reports that more went back of a payment than there was. What there was is booked as the PSP says; the rest is a
 * difference with the PSP that somebody accepts, and two people where it is much.
 */
export async function bookDifference(machine: Machine, work: Work, id: string, { version, text }: BookBody) {
  const locked = await lockCase(work, id, 'book', version)
  const { record, row } = locked
  const callback = await heldCallback(work, record)
  if (!row) throw new Refusal('INVALID_STATE', { message: 'The payment no longer exists.' })
  const report = returnOf(callback.reading)
  const parts = await split(work, row, callback)
  const { merchantId } = parts.origin
  const context = databaseContext(machine.deps, work.tx, work.now)
  const subject = amountText(parts.surplus)
  const after = { surplus: toWire(parts.surplus), booked: toWire(parts.left) }
  const isMuch = await needsTwoPeople(context, merchantId, parts.surplus)
  if (isMuch && !(await isConfirmed(work, record, subject))) {
    await writeEntry(work, record, 'PROPOSED', { text, subject })
    const proposed = await changeCase(work, locked, {}, { action: 'PROPOSE_DIFFERENCE', note: text, after })
    return { id, version: proposed.version, state: record.state }
  }
  if (parts.left.minor > 0n) await reportedChild(machine, work, row, { ...report, amount: parts.left })
  await bookSurplus(context, work, callback.id, parts)
  await setCallbackOutcome(work.tx, callback.merchantId, callback.id, 'APPLIED')
  await writeEntry(work, record, 'BOOKED', { text, subject })
  const resolved = { state: 'RESOLVED', resolution: 'WRITTEN_OFF', resolvedAt: work.now } as const
  const change = await changeCase(work, locked, resolved, { action: 'BOOK_DIFFERENCE', note: text, after })
  work.emit({ merchantId, topic: 'transaction', key: String(parts.origin.id) })
  return { id, version: change.version, state: resolved.state }
}
