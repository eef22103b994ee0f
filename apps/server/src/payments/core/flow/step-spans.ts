import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { currentContext } from '../../../kit/request-context.ts'
import { childSpan, errorType } from '../../../kit/tracing/in-span.ts'
import type { OpenSpan, SpanOptions } from '../../../kit/tracing/span.ts'
import type { Transaction } from '../record/transaction.ts'
import type { StepTaken } from '../state/payment.ts'

const nameOf = (step: string): string => `payment ${step}`

/** Later steps of a payment are taken for others: a callback, a sweeper, a refund. They lead to the request that began it. */
function linksOf({ stepState: { trace } }: Transaction): readonly string[] {
  const traceId = currentContext()?.traceId
  return trace === undefined || (traceId !== undefined && trace.includes(traceId)) ? [] : [trace]
}

const optionsOf = (tx: Transaction, step: string, startedAt?: number): SpanOptions => ({
  attributes: {
    'signalbox.payment.id': tx.id,
    'signalbox.merchant.id': tx.merchantId,
    'signalbox.payment.step': step,
  },
  links: linksOf(tx),
  startedAt,
})

/** A step that asks somebody outside: what is asked becomes part of it. Ended once the answer is committed. */
export const beginStep = (tx: Transaction, step: string): OpenSpan | undefined =>
  childSpan(nameOf(step), () => optionsOf(tx, step))

/** A step that was committed. */
export function traceStep(tx: Transaction, { step, outcome, statusNo, ms, endedAt, span }: StepTaken): void {
  const told = span ?? childSpan(nameOf(step), () => optionsOf(tx, step, endedAt - ms))
  told?.set({
    'signalbox.outcome': outcome,
    'signalbox.payment.status': statusNo,
    'signalbox.payment.state': stateOfNumber(statusNo),
    ...(tx.psp !== null && { 'signalbox.psp': tx.psp }),
  })
  told?.end(endedAt)
}

/** A step nothing was committed of. `began` is by `performance.now()`. */
export function traceFailedStep(
  tx: Transaction,
  { step, began, span }: { readonly step: string; readonly began: number; readonly span?: OpenSpan },
  error: unknown,
): void {
  const told = span ?? childSpan(nameOf(step), () => optionsOf(tx, step, began))
  told?.set({ 'signalbox.outcome': 'failed', 'signalbox.payment.status': tx.statusNo })
  told?.fail(errorType(error))
  told?.end()
}
