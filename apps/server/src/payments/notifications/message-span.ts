import { currentContext, type RequestContext } from '../../kit/request-context.ts'
import type { OpenSpan } from '../../kit/tracing/span.ts'
import type { DueNotification } from '../core/record/notification-store.ts'

type Message = Pick<DueNotification, 'kind' | 'merchantId' | 'txId' | 'attempt'>

/** One try to deliver a message: part of the trace it follows from, with a link to the job that sends it. */
export function beginMessage(
  context: RequestContext,
  { span }: RequestContext,
  { kind, merchantId, txId, attempt }: Message,
): OpenSpan | undefined {
  if (!span) return undefined
  const isOfJob = context.span === span
  const options = {
    attributes: {
      'signalbox.message.kind': kind,
      'signalbox.message.attempt': attempt,
      'signalbox.merchant.id': merchantId,
      ...(txId !== null && { 'signalbox.payment.id': txId }),
    },
    links: isOfJob ? [] : [span.traceparent],
  }
  const name = `message ${kind}`
  return isOfJob ? span.child(name, options) : span.tracing.begin(context, name, options)
}

export function endMessage(outcome: 'sent' | 'retried' | 'dead'): void {
  const span = currentContext()?.span
  span?.set({ 'signalbox.outcome': outcome })
  if (outcome !== 'sent') span?.fail(outcome)
  span?.end()
}
