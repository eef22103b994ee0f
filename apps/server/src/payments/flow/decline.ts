import type { DeclineStage } from '@signalbox/model/payments/tx-event'
import type { Payment } from '../state/payment.ts'
import { go, type Next } from './step.ts'

interface DeclineOptions {
  readonly stage: DeclineStage
  readonly info?: string
  readonly pspStatusCode?: string
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
