import { isApprovalScheduled } from '@signalbox/model/reference/status-groups'
import { systemActor } from '../../../kit/audit.ts'
import type { FraudOutcome } from '../../connectors/fraud-client.ts'
import { Payment } from '../state/payment.ts'
import { screenJob } from '../state/screen-task.ts'
import { findTransaction, type TxKey } from '../record/transaction-store.ts'
import { databaseCallContext } from './database-call-context.ts'
import type { Change, Machine } from './machine.ts'
import type { Next } from './step.ts'
import { askApproval } from './steps/approval.ts'
import { isReservedOnly, rescheduleCapture } from './steps/finish.ts'
import { act, recordAnswer, screen, verdictsOf, type Verdict } from './steps/fraud.ts'
import type { StepContext } from './step-context.ts'

const lookAgainMs = 5_000

/** A payment that waits for approval can still be declined, or be left to a person. */
async function beforeApproval(
  payment: Payment,
  context: StepContext,
  verdicts: readonly Verdict[],
): Promise<Next | undefined> {
  for (const verdict of verdicts) {
    // Withdrawals are routed after their approval, by tables that know the answer then.
    if (verdict.action === 'REROUTE') continue
    const next = await act(payment, context, verdict)
    if (next) return next
  }
  if (!verdicts.some(({ action }) => action === 'REVIEW')) return undefined
  if (isApprovalScheduled(payment.tx.statusNo)) return askApproval(payment, context)
  payment.addInfo(`Review: ${payment.state.review?.join(', ')}`)
  return undefined
}

/** What was sent cannot be stopped: whoever looks at the payment reads that it would have been. */
function tellTooLate(payment: Payment, verdicts: readonly Verdict[]): void {
  for (const verdict of verdicts) {
    if (verdict.action === 'DECLINE') payment.addInfo(`Fraud screening after the payment: ${verdict.info}`)
    if (verdict.action === 'REVIEW')
      payment.addInfo(`Fraud screening after the payment: review, ${verdict.why}`)
  }
}

/** What the answer to a screening means that the payment did not wait for. */
const settleLate =
  (outcome: FraudOutcome, lookAgainAt: Date): Change =>
  async (payment, context, unit) => {
    const { tx, state } = payment
    if (state.fraud?.late !== 'QUEUED') return undefined
    if (tx.nextStep !== null) {
      // Somebody is at it: the answer is the same a little later.
      unit.enqueue(screenJob(tx, lookAgainAt))
      return undefined
    }
    const chosen = { ...state.fraud, late: 'ANSWERED' } as const
    payment.patchState({ fraud: chosen })
    recordAnswer(payment, chosen, outcome)
    if (payment.status === 'FAILED' || payment.status === 'CANCELLED') return undefined
    const verdicts = await verdictsOf(payment, context, chosen)
    if (payment.status === 'WAITING_APPROVAL') return beforeApproval(payment, context, verdicts)
    tellTooLate(payment, verdicts)
    if (isReservedOnly(payment)) await rescheduleCapture(payment, context)
    return undefined
  }

/** Asks the fraud provider about a payment that went on without it. */
export async function screenLate(machine: Machine, key: TxKey): Promise<void> {
  const { kit } = machine.deps
  const row = await findTransaction(kit.db, key.merchantId, key.id)
  if (row?.stepState.fraud?.late !== 'QUEUED') return
  const outcome = await screen(new Payment(row, { now: kit.now() }), databaseCallContext(machine.deps))
  // Jobs run in real time, which payments may be ahead of.
  const realNow = (kit.realNow ?? kit.now)().getTime()
  await machine.change(key, systemActor, settleLate(outcome, new Date(realNow + lookAgainMs)))
}
