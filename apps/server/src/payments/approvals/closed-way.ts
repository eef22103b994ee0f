import { pspFallback } from '@signalbox/model/rules/tables/psp-fallback'
import { pspRouting } from '@signalbox/model/rules/tables/psp-routing'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { closedPsps } from '../core/flow/maintenance.ts'
import { fixedDestination } from '../core/flow/steps/route.ts'
import type { StepContext } from '../core/flow/step-context.ts'
import type { Payment } from '../core/state/payment.ts'

const outOfService = StatusNo.ERR_PSP_OUT_OF_SERVICE

async function routedPsp(
  payment: Payment,
  context: StepContext,
  closed: (psp: string) => string | undefined,
): Promise<string | undefined> {
  const { hits } = await context.ask(payment, pspRouting, 'D7', {
    silent: true,
    newest: true,
    closed,
  })
  return hits[0]?.outputs.psp
}

/** A withdrawal is routed after it was approved; everything else was before. */
const pspOf = (
  payment: Payment,
  context: StepContext,
  closed: (psp: string) => string | undefined,
): Promise<string | undefined> | string | undefined =>
  payment.tx.method === 'WITHDRAWAL'
    ? (fixedDestination(payment)?.psp ?? routedPsp(payment, context, closed))
    : (payment.tx.psp ?? undefined)

/** Which maintenance leaves a payment nowhere to go: of the PSP it would be sent to, and of the one after that. */
export async function closedWay(payment: Payment, context: StepContext): Promise<string | undefined> {
  // Half-open ones want to be tried.
  const closed = await closedPsps(payment, context, ({ kind }) => kind === 'FIXED')
  const psp = await pspOf(payment, context, closed)
  const title = psp && closed(psp)
  if (!psp || !title) return undefined
  // A refund goes where the money came from.
  if (payment.isChild) return title
  const { hits: fallbacks } = await context.ask(payment, pspFallback, 'D16', {
    silent: true,
    closed,
    also: { psp, txStatusCode: statusCodeOf(outOfService)?.code ?? '', txState: 'FAILED' },
  })
  const fallback = fallbacks[0]?.outputs
  const other = fallback && !fallback.stop ? fallback.pspFallback : undefined
  return other && !closed(other) ? undefined : title
}
