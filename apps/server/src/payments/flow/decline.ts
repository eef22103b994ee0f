import type { DeclineStage } from '@signalbox/model/payments/tx-event'
import { statusCodesNamed } from '@signalbox/model/status-codes'
import type { Payment } from '../state/payment.ts'
import { go, type Next } from './step.ts'

interface DeclineOptions {
  readonly stage: DeclineStage
  readonly info?: string
  readonly pspStatusCode?: string
}

/** The number of the code a row declines with. Where a name exists twice, a rule that declines means the one that failed. */
export function declineNo(code: string, fallback: number): number {
  const named = statusCodesNamed(code)
  return named.find(({ status }) => status === 'FAILED')?.no ?? named[0]?.no ?? fallback
}

/** The payment ends with this code; whatever was reserved on its way is given back first. */
export function decline(
  payment: Payment,
  statusNo: number,
  { stage, info, pspStatusCode }: DeclineOptions,
): Next {
  payment.remember({ result: { statusNo } })
  payment.blame(stage)
  if (pspStatusCode) payment.tx.pspStatusCode = pspStatusCode
  if (info) payment.tell(info)
  return go('cancel')
}
