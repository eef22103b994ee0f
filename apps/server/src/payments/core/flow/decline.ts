import { declineStageOf, type DeclinePlace } from '@signalbox/model/payments/decline-stage'
import { statusCodesNamed } from '@signalbox/model/reference/status-codes'
import type { Payment } from '../state/payment.ts'
import { go, type Next } from './step.ts'

interface DeclineOptions {
  /** Where in the flow, or by whom: it decides who is said to have refused. */
  readonly at: DeclinePlace
  /** What was refused and why, for people. */
  readonly info: string
  readonly pspStatusCode?: string
  /** What the PSP catalogue says about the PSP's own code. */
  readonly catalogueStage?: string | undefined
}

/** The number of the code a row declines with. Where a name exists twice, a rule that declines means the one that failed. */
export function declineNo(code: string, fallback: number): number {
  const named = statusCodesNamed(code)
  return named.find(({ status }) => status === 'FAILED')?.no ?? named[0]?.no ?? fallback
}

/** The payment ends with this code; whatever was reserved on its way is given back first. */
export function decline(payment: Payment, statusNo: number, options: DeclineOptions): Next {
  const { at, info, pspStatusCode, catalogueStage } = options
  payment.patchState({ result: { statusNo, info } })
  payment.setDeclineStage(declineStageOf(statusNo, at, catalogueStage))
  if (pspStatusCode) payment.tx.pspStatusCode = pspStatusCode
  // What a person says is a remark, whatever becomes of the payment.
  if (at === 'FORCED' || at === 'PERSON') payment.addInfo(info)
  else payment.addCause('FAILURE', info)
  return go('cancel')
}

interface FailedAttempt {
  readonly at: 'D7' | 'D10' | 'D14' | 'D15'
  readonly info: string
  readonly catalogueStage?: string | undefined
}

/** The payment failed at this PSP; another one may try. The reason is told only when none does. */
export function failAtPsp(
  payment: Payment,
  statusNo: number,
  { at, info, catalogueStage }: FailedAttempt,
): Next {
  payment.patchState({ result: { statusNo, info }, failedAt: at })
  payment.setDeclineStage(declineStageOf(statusNo, at, catalogueStage))
  return go('fallback')
}
