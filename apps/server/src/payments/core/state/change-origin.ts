import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { severityOfAmount } from '@signalbox/model/investigation/case'
import { capturedLater, isCaptureWaiting } from '@signalbox/model/reference/status-groups'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { UnitOfWork } from '../../../kit/unit-of-work.ts'
import { closeCase, openCase } from '../cases/cases.ts'
import { followReservation } from '../../counters/counters.ts'
import { otherCaptureFees } from '../record/capture-fee-store.ts'
import { updatePayment, type EventRow } from '../record/payment-write-store.ts'
import { lockTransaction } from '../record/transaction-store.ts'
import type { Transaction } from '../record/transaction.ts'
import type { AfterFailedCapture, OriginChange } from './effect.ts'
import type { Payment } from './payment.ts'

type Totals = Pick<Transaction, 'capturedAmountMinor' | 'voidedAmountMinor' | 'authorizedAmountMinor'>

const isCaptured = ({ capturedAmountMinor, voidedAmountMinor, authorizedAmountMinor }: Totals): boolean =>
  capturedAmountMinor > 0n && capturedAmountMinor + voidedAmountMinor >= authorizedAmountMinor

/** Reserved money waits for a person or the clock, and was captured by the clock or a person. */
function statusAfter({ statusNo }: Transaction, totals: Totals, { initiatedBy }: Transaction): number {
  if (isCaptured(totals) && isCaptureWaiting(statusNo))
    return initiatedBy === 'system' ? StatusNo.SUCCESS_AUTO_CAPTURED : StatusNo.SUCCESS_CAPTURED
  // The clock has nothing to do with what was voided, nor with what was captured and is in doubt again.
  const isOpenAgain = capturedLater.includes(statusNo) && !isCaptured(totals)
  return isOpenAgain || (statusNo === StatusNo.SUCCESS_WAITING_AUTO_CAPTURE && totals.voidedAmountMinor > 0n)
    ? StatusNo.SUCCESS_WAITING_CAPTURE
    : statusNo
}

/** What an automatic capture or void that failed leaves behind: another time, or a payment that waits for a person. */
function failureChanges(origin: Transaction, after: AfterFailedCapture): Partial<Transaction> {
  const { captureTries = 0, ...state } = origin.stepState
  const stepState = { ...state, captureTries: captureTries + 1 }
  if ('againAt' in after) return { stepState, captureDueAt: after.againAt.toISOString() }
  return {
    stepState,
    captureDueAt: null,
    ...(origin.statusNo === StatusNo.SUCCESS_WAITING_AUTO_CAPTURE && {
      statusNo: StatusNo.SUCCESS_WAITING_CAPTURE,
    }),
  }
}

async function openCaptureCase(unit: UnitOfWork, origin: Transaction, cause: string): Promise<void> {
  const { merchantId, id: txId, amountBaseMinor } = origin
  const severity = severityOfAmount(amountBaseMinor)
  await openCase(unit, { merchantId, txId, type: 'CAPTURE_FAILED', severity, cause })
}

/**
 * What the PSP charges for reserved money is expected until some of it is captured or all of it voided. From then on it is
 * what is booked, which captures do.
 */
async function feeAfter(
  { tx }: UnitOfWork,
  origin: Transaction,
  { tx: child, status }: Payment,
): Promise<Partial<Transaction>> {
  const own = child.method === 'CAPTURE' && status === 'SUCCESSFUL' ? (child.pspFeeMinor ?? 0n) : 0n
  const minor = own + (await otherCaptureFees(tx, origin, child.id))
  const currency = origin.pspFeeCurrency ?? child.pspFeeCurrency
  return currency === null ? {} : { pspFeeMinor: minor, pspFeeCurrency: currency }
}

const eventOf = (
  { statusNo: fromNo }: Transaction,
  toNo: number,
  said: Pick<EventRow, 'at' | 'type' | 'actor' | 'summary'>,
): EventRow => ({ step: null, fromNo, toNo, durationMs: null, facts: null, decisions: null, ...said })

/** A child changes the totals of the payment it belongs to; a fully captured one is captured. */
export async function changeOrigin(unit: UnitOfWork, payment: Payment, change: OriginChange): Promise<void> {
  const { merchantId, originTxId } = payment.tx
  const origin = originTxId === null ? undefined : await lockTransaction(unit.tx, merchantId, originTxId)
  if (!origin) throw new Error(`Transaction ${payment.tx.id} has lost its origin`)
  const totals = {
    authorizedAmountMinor: origin.authorizedAmountMinor,
    capturedAmountMinor: origin.capturedAmountMinor + (change.captured ?? 0n),
    voidedAmountMinor: origin.voidedAmountMinor + (change.voided ?? 0n),
  }
  const isDone = isCaptured(totals) || totals.voidedAmountMinor > 0n
  const at = payment.now.toISOString()
  const changes = {
    ...totals,
    statusNo: statusAfter(origin, totals, payment.tx),
    capturingMinor: origin.capturingMinor + (change.capturing ?? 0n),
    pspCapturedMinor: origin.pspCapturedMinor + (change.pspCaptured ?? 0n),
    refundedAmountMinor: origin.refundedAmountMinor + (change.refunded ?? 0n),
    pspRefundedMinor: origin.pspRefundedMinor + (change.pspRefunded ?? 0n),
    refundingAmountMinor: origin.refundingAmountMinor + (change.refunding ?? 0n),
    chargebackAmountMinor: origin.chargebackAmountMinor + (change.chargeback ?? 0n),
    returnedAmountMinor: origin.returnedAmountMinor + (change.returned ?? 0n),
    ...(change.captured && { capturedAt: at }),
    ...((change.captured || change.voided) && (await feeAfter(unit, origin, payment))),
    ...(change.afterFailure && failureChanges(origin, change.afterFailure)),
    ...(isDone && { captureDueAt: null }),
    ...(change.mark && !origin.tags.includes(change.mark) && { tags: [...origin.tags, change.mark] }),
    lastUpdated: at,
    updatedBy: payment.actor,
  }
  const event = eventOf(origin, changes.statusNo, {
    at,
    type: payment.tx.method === 'CAPTURE' ? 'CAPTURE' : 'NOTIFY',
    actor: payment.actor,
    summary: `${transactionTypeLabel(payment.tx.txType)} ${payment.tx.id}`,
  })
  await updatePayment(unit.tx, origin, changes, { events: [event] })
  if ((change.captured ?? change.voided) && origin.captureUntil !== null)
    await followReservation(unit.tx, { ...origin, ...totals })
  if (change.afterFailure && 'cause' in change.afterFailure)
    await openCaptureCase(unit, origin, change.afterFailure.cause)
  if (isDone && (change.captured || change.voided)) {
    const key = { merchantId, txId: origin.id, type: 'CAPTURE_FAILED' } as const
    await closeCase(unit, key, isCaptured(totals) ? 'CAPTURED' : 'VOIDED', payment.actor)
  }
  unit.emit({ merchantId, topic: 'transaction', key: String(origin.id) })
}

/** An automatic capture or void that could not even begin. */
export async function recordCaptureFailure(
  unit: UnitOfWork,
  origin: Transaction,
  after: AfterFailedCapture | undefined,
): Promise<void> {
  const at = unit.now.toISOString()
  const failed = after ? failureChanges(origin, after) : { captureDueAt: null }
  const cause = after && 'cause' in after ? after.cause : undefined
  const changes = { ...failed, lastUpdated: at, updatedBy: 'system' }
  const summary = cause ?? 'The automatic capture could not begin'
  const event = eventOf(origin, failed.statusNo ?? origin.statusNo, {
    at,
    type: 'CAPTURE',
    actor: 'system',
    summary,
  })
  await updatePayment(unit.tx, origin, changes, { events: [event] })
  if (cause !== undefined) await openCaptureCase(unit, origin, cause)
  unit.emit({ merchantId: origin.merchantId, topic: 'transaction', key: String(origin.id) })
}
