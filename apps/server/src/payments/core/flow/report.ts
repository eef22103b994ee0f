import { compareMoney, type Money } from '@signalbox/model/money/money'
import { amountText } from '@signalbox/model/money/money-text'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Payer } from '../../connectors/psp-outcome.ts'
import { describeStatus, type Payment } from '../state/payment.ts'
import {
  approve,
  becomeInconsistent,
  normalise,
  otherAmount,
  rememberReport,
  type PspReport,
} from './answer.ts'
import { claimOf } from './claim.ts'
import { decline, failAtPsp } from './decline.ts'
import { NotBookable } from './not-bookable.ts'
import { holdMoney } from './payment-money.ts'
import { catalogueStage, pspName, refusedText } from './refusal-text.ts'
import type { Next } from './step.ts'
import { childDone, childRefused } from './steps/child.ts'
import type { StepContext } from './step-context.ts'

/** What a PSP tells us about a payment it was asked to make: in a callback, or when it is asked how things stand. */
export interface LateReport extends PspReport {
  readonly amount: Money | null
  /** Reserved only. */
  readonly captured: boolean
  readonly payer?: Payer | undefined
}

/** Nothing follows: it was known already, or says nothing new. */
export const ignored = 'IGNORED'

type Applied = Next | typeof ignored

const isOpen = (payment: Payment): boolean =>
  ['PROCESSING', 'REPROCESSING', 'WAITING_INPUT'].includes(payment.status)

/** A payment that was given up turns out to have happened. The money is there; whose it is somebody has to decide. */
function lateSuccess(payment: Payment, context: StepContext, report: LateReport): Next {
  rememberReport(payment, report)
  payment.patchState({ ledgerSeq: (payment.state.ledgerSeq ?? 0) + 1 })
  // Should it fail after all, it is given up from the beginning.
  payment.clearState('cancelTries')
  // What was free for others again is not while nobody has decided.
  if (payment.isChild) payment.effect({ kind: 'origin', change: claimOf(payment.tx) })
  if (!fits(payment, report)) return otherAmount(payment, context, report)
  payment.patchState({ pspApproved: true })
  payment.clearState('approvedByPerson')
  const next = becomeInconsistent(
    payment,
    context,
    StatusNo.ERR_UNKNOWN_CALLBACK,
    'The PSP reports a success after the payment had ended',
  )
  // What is only reserved has not moved.
  if (report.captured || !payment.isDeposit) holdMoney(payment, 'A late success')
  payment.tx.pollAt = null
  return next
}

const fits = ({ pspAmount }: Payment, { amount }: LateReport): boolean =>
  amount === null || (amount.currency === pspAmount.currency && compareMoney(amount, pspAmount) === 0)

/**
 * A success is known, and what is said now does not go with it: another amount, another PSP that has the money too, or
 * that it failed. What is booked stays as it is; somebody has to ask.
 */
export function contradictionOf(
  { tx, state, status, pspAmount }: Payment,
  { statusNo, amount, pspRefId }: LateReport,
  by: string,
): NotBookable | undefined {
  const isOver = status === 'FAILED' || status === 'CANCELLED'
  if (status !== 'SUCCESSFUL' && (isOver || !state.pspApproved)) return undefined
  const booked = amountText(pspAmount)
  const isSuccess = statusCodeOf(statusNo)?.status === 'SUCCESSFUL'
  const isPart =
    amount !== null && (amount.currency !== pspAmount.currency || amount.minor !== pspAmount.minor)
  const what = amount ? amountText(amount) : 'a success'
  const never = (words: string) => new NotBookable(words, { isFinal: true })
  if (isSuccess && by !== tx.psp)
    return never(`${by} reports ${what} for a payment that ${tx.psp ?? 'another PSP'} has made.`)
  if (isSuccess && isPart) return never(`${by} reports ${what} for a payment that was booked with ${booked}.`)
  const isFailure = ['FAILED', 'CANCELLED'].includes(statusCodeOf(statusNo)?.status ?? '')
  return isFailure && by === tx.psp && pspRefId !== null && pspRefId === tx.pspRefId
    ? never(`${by} reports that a payment failed which was booked with ${booked}.`)
    : undefined
}

async function success(payment: Payment, context: StepContext, report: LateReport): Promise<Applied> {
  const { tx, state } = payment
  if (payment.status === 'SUCCESSFUL') return ignored
  if (payment.status === 'FAILED' || payment.status === 'CANCELLED')
    return lateSuccess(payment, context, report)
  // What is missing is not the PSP's word.
  if (payment.status === 'WAITING_APPROVAL' || payment.status === 'REGISTERED' || state.pspApproved)
    return ignored
  rememberReport(payment, report)
  if (payment.isChild)
    return fits(payment, report) ? childDone(payment) : otherAmount(payment, context, report)
  const amount = report.amount ?? payment.pspAmount
  return approve(payment, context, { ...report, amount }, await context.amountMayDiffer(tx.psp ?? ''))
}

async function refusal(payment: Payment, context: StepContext, report: LateReport): Promise<Applied> {
  const { state } = payment
  if (state.pspApproved || !(isOpen(payment) || payment.status === 'INCONSISTENT')) return ignored
  rememberReport(payment, report)
  if (payment.isChild) return childRefused(payment, context, report)
  const info = refusedText(await pspName(payment, context), report.statusNo, report)
  const stage = await catalogueStage(payment, context)
  const statusNo =
    statusCodeOf(report.statusNo)?.status === 'CANCELLED'
      ? report.statusNo
      : await normalise(payment, context, report)
  const refused = { at: 'D15', info, catalogueStage: stage } as const
  if (statusCodeOf(statusNo)?.status === 'CANCELLED' || payment.status === 'INCONSISTENT')
    return decline(payment, statusNo, refused)
  return failAtPsp(payment, statusNo, refused)
}

/**
 * A PSP that was asked before the one the payment is with now. Its refusal is known, or the payment would not have gone
 * on to another; its success means that the money is there after all, whatever the other one does.
 */
function fromFormerPsp(payment: Payment, context: StepContext, report: LateReport, by: string): Applied {
  const { tx, state } = payment
  const isSuccess = statusCodeOf(report.statusNo)?.status === 'SUCCESSFUL'
  if (!isSuccess || state.pspApproved || payment.status === 'SUCCESSFUL') return ignored
  const account = state.tried?.findLast((each) => each.startsWith(`${by}/`))?.slice(by.length + 1)
  payment.note('CALLBACK', `${by} has the money, though ${tx.psp} was asked after it`)
  tx.psp = by
  tx.pspAccount = account ?? tx.pspAccount
  return lateSuccess(payment, context, report)
}

/**
 * What a late word of the PSP changes. It may come twice, too late, or after somebody decided without it; whatever it
 * is, a payment that is over is never simply turned round.
 */
export async function applyReport(
  payment: Payment,
  context: StepContext,
  report: LateReport,
  by = payment.tx.psp,
): Promise<Applied> {
  if (by !== null && by !== payment.tx.psp) return fromFormerPsp(payment, context, report, by)
  const status = statusCodeOf(report.statusNo)?.status
  switch (status) {
    case 'SUCCESSFUL':
      return success(payment, context, report)
    case 'FAILED':
    case 'CANCELLED':
      return refusal(payment, context, report)
    case 'INCONSISTENT':
      if (!isOpen(payment)) return ignored
      rememberReport(payment, report)
      return becomeInconsistent(payment, context, report.statusNo, describeStatus(report.statusNo))
    default:
      // Still undecided over there.
      return ignored
  }
}
