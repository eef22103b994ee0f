import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { withdrawalReserved } from '@signalbox/model/ledger/postings'
import { absoluteMoney } from '@signalbox/model/money/money'
import { captureDueAt, reservedUntil } from '@signalbox/model/payments/capture-window'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { voidCapture } from '@signalbox/model/rules/tables/void-capture'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { describeStatus, type Payment } from '../../state/payment.ts'
import { noteAccountUse } from '../announce.ts'
import { bookFees } from '../book-fees.ts'
import { durationMs } from '../duration.ts'
import { book, bookMoved, giveHeldMoneyBack, takeHeldMoney, withTaxCode } from '../payment-money.ts'
import { computeStep, end } from '../step.ts'
import type { StepContext } from '../step-context.ts'
import { estimateCost } from './convert.ts'

/** The books of a payment that has happened. */
async function bookSuccess(payment: Payment, context: StepContext): Promise<void> {
  const { tx, state } = payment
  // What was given up had its reserve released, whichever way it is booked now.
  if (tx.method === 'WITHDRAWAL' && !state.ledgerReserved)
    book(payment, 'WITHDRAWAL_RESERVED', 'Reserved again', withdrawalReserved(absoluteMoney(payment.amount)))
  if (!takeHeldMoney(payment)) {
    const [event, what] =
      tx.method === 'WITHDRAWAL'
        ? (['WITHDRAWAL_SUCCESS', `${transactionTypeLabel(tx.txType)} paid out`] as const)
        : (['DEPOSIT_SUCCESS', `${transactionTypeLabel(tx.txType)} received`] as const)
    bookMoved(payment, event, withTaxCode(payment, what))
  }
  payment.clearState('ledgerReserved')
  await bookFees(payment, context)
}

/** Books follow when it is captured. */
async function keepReserved(payment: Payment, context: StepContext, wasInconsistent: boolean): Promise<void> {
  // Whoever said that it was taken was wrong.
  giveHeldMoneyBack(payment)
  // Whoever said that it had failed was too, and had it cost what a failed payment costs.
  if (wasInconsistent) await estimateCost(payment, context, 'OPEN')
}

const waitingCapture = StatusNo.SUCCESS_WAITING_CAPTURE
const scheduledCapture = StatusNo.SUCCESS_WAITING_AUTO_CAPTURE

/** How long the PSP keeps what it reserved. */
async function untilWhen({ tx }: Payment, context: StepContext): Promise<Date> {
  const from = tx.authorizedAt ?? tx.pspAnsweredAt
  const windowDays = (await context.psp(tx.psp ?? ''))?.captureWindowDays
  return reservedUntil(from === null ? context.now : new Date(from), { authType: tx.authType, windowDays })
}

/** When reserved money is taken or given back by itself; `undefined` when somebody does it by hand. */
async function scheduleCapture(
  payment: Payment,
  context: StepContext,
  until: Date,
): Promise<Date | undefined> {
  payment.addFacts({ txState: 'SUCCESSFUL', txStatusCode: statusCodeOf(waitingCapture)?.code ?? '' })
  const { hits } = await context.ask(payment, voidCapture, 'D18')
  const outputs = hits[0]?.outputs
  if (outputs?.captureMethod !== 'AUTOMATIC') return undefined
  const { action = 'CAPTURE', delay, unit, beforeExpiryHours } = outputs
  payment.patchState({ captureAction: action })
  return captureDueAt(context.now, until, { delayMs: durationMs(delay, unit), beforeExpiryHours })
}

/** Reserved at the PSP, and nothing of it captured, voided or on its way to either. */
export const isReservedOnly = ({ tx, status }: Payment): boolean =>
  status === 'SUCCESSFUL' &&
  tx.captureUntil !== null &&
  tx.capturedAmountMinor + tx.voidedAmountMinor + tx.capturingMinor === 0n

/** The rules are asked once more when something was learnt about reserved money. */
export async function rescheduleCapture(payment: Payment, context: StepContext): Promise<void> {
  const { tx } = payment
  payment.clearState('captureAction')
  const dueAt = await scheduleCapture(payment, context, new Date(tx.captureUntil ?? context.now))
  const statusNo = dueAt ? scheduledCapture : waitingCapture
  if (tx.statusNo !== statusNo) payment.move(statusNo, { type: 'RULES', summary: describeStatus(statusNo) })
  tx.captureDueAt = dueAt?.toISOString() ?? null
}

const approvedNo = ({ tx, state }: Payment): number => {
  if (tx.method !== 'WITHDRAWAL' || tx.approvalMode === 'NONE') return StatusNo.SUCCESS
  return state.approvedBy === 'CLOCK'
    ? StatusNo.SUCCESS_WITHDRAWAL_AUTO_APPROVAL
    : StatusNo.SUCCESS_WITHDRAWAL_APPROVAL
}

/** The payment has happened. */
export const finish = computeStep('finish', async (payment, context) => {
  const { tx, state } = payment
  const reservedOnly =
    payment.direction === 'DEPOSIT' && tx.capturedAmountMinor === 0n && tx.authorizedAmountMinor > 0n
  const wasInconsistent = payment.status === 'INCONSISTENT'
  const until = reservedOnly ? await untilWhen(payment, context) : undefined
  const dueAt = until && (await scheduleCapture(payment, context, until))
  const statusNo = reservedOnly ? (dueAt ? scheduledCapture : waitingCapture) : approvedNo(payment)
  payment.move(statusNo, { type: 'NOTIFY', summary: describeStatus(statusNo) })
  tx.captureDueAt = dueAt?.toISOString() ?? null
  tx.captureUntil = until?.toISOString() ?? null
  if (!reservedOnly) await bookSuccess(payment, context)
  else await keepReserved(payment, context, wasInconsistent)
  if (wasInconsistent)
    payment.effect({
      kind: 'closeCase',
      type: 'INCONSISTENT',
      resolution: state.resolution ?? 'LATE_CALLBACK',
    })
  noteAccountUse(payment, true)
  return end
})
