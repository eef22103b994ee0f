import { isTransient } from '@signalbox/model/reference/status-codes'
import type { AfterFailedCapture, OriginChange } from '../state/effect.ts'
import type { Payment } from '../state/payment.ts'
import type { Transaction } from '../record/transaction.ts'
import type { StepContext } from './step-context.ts'

const nameOf = ({ stepState }: Transaction): string =>
  stepState.captureAction === 'VOID' ? 'void' : 'capture'

/**
 * What becomes of an automatic capture or void that failed: where somebody could not be reached it is tried again, each
 * time after a longer pause and not without end; anything else is for a person to look at.
 */
export function afterFailedCapture(
  origin: Transaction,
  failure: { readonly mayPass: boolean; readonly info: string },
  { now, captureMs }: { readonly now: Date; readonly captureMs: readonly number[] },
): AfterFailedCapture {
  const tries = origin.stepState.captureTries ?? 0
  const pauseMs = failure.mayPass ? captureMs[tries] : undefined
  if (pauseMs !== undefined) return { againAt: new Date(now.getTime() + pauseMs) }
  const often = tries > 0 ? ` ${tries + 1} times` : ''
  return { cause: `The automatic ${nameOf(origin)} failed${often}: ${failure.info}`.slice(0, 500) }
}

/** Rules may say what a refusal is worth; a person who says that it failed does not want it tried again. */
function mayPass({ state: { retryClass, resolution } }: Payment, statusNo: number): boolean {
  if (resolution === 'FORCED_FAILED') return false
  return retryClass === undefined ? isTransient(statusNo) : retryClass !== 'HARD'
}

/** What a child that failed means for when its payment is captured or voided by itself. */
export async function captureFailed(
  payment: Payment,
  context: StepContext,
  statusNo: number,
): Promise<OriginChange> {
  const { tx, state } = payment
  const isAutomatic = tx.apiSource === 'BATCH' && (tx.method === 'CAPTURE' || tx.method === 'VOID')
  const origin = isAutomatic ? await context.origin(payment) : undefined
  if (!origin) return {}
  const failure = { mayPass: mayPass(payment, statusNo), info: state.result?.info ?? String(statusNo) }
  const { captureMs } = context.timings
  return { afterFailure: afterFailedCapture(origin, failure, { now: context.now, captureMs }) }
}
