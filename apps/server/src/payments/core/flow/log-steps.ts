import { isFinal, stateOfNumber } from '@signalbox/model/payments/transitions'
import { milliseconds } from '../../../kit/logger.ts'
import type { Metrics } from '../../../kit/metrics.ts'
import { currentContext } from '../../../kit/request-context.ts'
import type { KitDeps } from '../../../kit/unit-of-work.ts'
import type { Payment } from '../state/payment.ts'

interface StepLogDeps {
  readonly kit: Pick<KitDeps, 'log'>
  readonly metrics: Metrics
}

/**
 * What was done to a payment, for operators: a line and a measurement per step, and counts of what began and ended. Told
 * after the commit; nothing here says who pays or with what.
 */
export function logSteps({ kit: { log }, metrics }: StepLogDeps, payment: Payment, beforeNo: number): void {
  const { merchantId, id: txId, txType: type, method, statusNo } = payment.tx
  const context = currentContext()
  if (context) context.txId = txId
  for (const { step, outcome, statusNo: status, ms } of payment.stepsTaken) {
    metrics.stepDuration.observe({ step, outcome }, ms / 1_000)
    log.info({ txId, merchantId, step, outcome, status, ms: milliseconds(ms) }, 'payment step')
  }
  if (payment.isNew) metrics.paymentsBegun.inc({ type, method })
  const hasEnded = isFinal(statusNo) && (payment.isNew || !isFinal(beforeNo))
  if (!hasEnded) return
  const state = stateOfNumber(statusNo)
  metrics.paymentsEnded.inc({ type, method, state })
  log.info({ txId, merchantId, state, status: statusNo }, 'payment ended')
}
