import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { systemActor } from '../../../kit/audit.ts'
import type { PspOutcome } from '../../connectors/psp-outcome.ts'
import { Payment } from '../state/payment.ts'
import type { Transaction } from '../record/transaction.ts'
import type { Machine } from './machine.ts'
import { applyReport, contradictionOf, ignored, type LateReport } from './report.ts'
import { pspContact } from './psp-contact.ts'
import { decline } from './decline.ts'
import { outcomeText, pspName } from './refusal-text.ts'
import { go, type Next } from './step.ts'
import type { StepContext } from './step-context.ts'

const reportOf = (outcome: PspOutcome): LateReport | undefined => {
  switch (outcome.kind) {
    case 'approved':
      return outcome
    case 'declined':
      return { ...outcome, amount: null, captured: false }
    default:
      return undefined
  }
}

const notSentYet = { why: 'nothing was sent to a PSP yet' }

/** When the PSP is asked next; never, once it has been asked long enough. */
function nextPoll(payment: Payment, context: StepContext): void {
  const { tx, state } = payment
  const tries = state.pollTries ?? 0
  const { pollMs, pollForMs } = context.timings
  const delayMs = pollMs[Math.min(tries + 1, pollMs.length - 1)] ?? 60_000
  const tooOld = context.now.getTime() - Date.parse(tx.pspSentAt ?? tx.created) > pollForMs
  const waits = payment.status === 'WAITING_INPUT' || payment.status === 'INCONSISTENT'
  payment.patchState({ pollTries: tries + 1 })
  tx.pollAt = tooOld || !waits ? null : new Date(context.now.getTime() + delayMs).toISOString()
}

async function learn(payment: Payment, context: StepContext, outcome: PspOutcome): Promise<Next | undefined> {
  payment.effect({ kind: 'log', log: outcome.log, attemptNo: payment.tx.attemptCount })
  payment.patchState({ asked: { at: payment.now.toISOString(), kind: outcome.kind } })
  // The PSP never heard of a payment nobody understood: it did not happen.
  if (outcome.kind === 'notFound' && payment.status === 'INCONSISTENT' && !payment.state.pspApproved) {
    payment.note('PSP_RESPONSE', 'The PSP does not know the payment', outcome.log.latencyMs)
    return decline(payment, StatusNo.ERR_DECLINE_TX_NOT_FOUND, {
      at: 'D15',
      info: `${await pspName(payment, context)} does not know the payment`,
    })
  }
  const report = reportOf(outcome)
  payment.note('PSP_RESPONSE', `Status at the PSP: ${outcomeText(outcome)}`, outcome.log.latencyMs)
  const contradiction = report && contradictionOf(payment, report, payment.tx.psp ?? '')
  if (contradiction)
    payment.effect({ kind: 'openCase', type: 'RECON_DIFFERENCE', cause: contradiction.message })
  const applied = report && !contradiction ? await applyReport(payment, context, report) : ignored
  if (applied !== ignored) return applied
  nextPoll(payment, context)
  return undefined
}

/**
 * Asks the PSP how a payment stands and does what its answer says. `isAskedFor`: a person waits for the answer, and is
 * told why there is none.
 */
export async function askPsp(
  machine: Machine,
  row: Transaction,
  { isAskedFor = false }: { readonly isAskedFor?: boolean } = {},
): Promise<Transaction | undefined> {
  const { kit } = machine.deps
  const actor = systemActor
  if (row.statusNo === StatusNo.WAITING_KYC_VERIFICATION)
    return machine.change(row, actor, () => go('kyc-result'))
  // Our own 3-D Secure server is being waited for, before the first try or because the issuer insisted on it.
  const { threeDs } = row.stepState
  if (row.statusNo === StatusNo.WAITING_3D_SECURE && threeDs?.transId && !threeDs.result)
    return machine.change(row, actor, () => go('three-ds-result'))
  const { why, ...contact } = row.attemptCount === 0 ? notSentYet : await pspContact(machine, row, 'QUERY')
  if (!('connector' in contact))
    return machine.change(row, actor, (current, context) => {
      if (isAskedFor) current.note('PSP_RESPONSE', `Status not requested: ${why}`)
      // Nobody can be asked. Whoever is due and stays so would keep the others from their turn.
      if (current.tx.pollAt !== null && current.state.pending === undefined) nextPoll(current, context)
      return undefined
    })
  const payment = new Payment(structuredClone(row), { now: kit.now() })
  const reference = txRefId(row.merchantId, row.id)
  const outcome = await contact.connector.query({
    account: contact.account,
    reference,
    idempotencyKey: `${reference}-${row.attemptCount}`,
    direction: payment.direction,
    expectedAmount: payment.pspAmount,
  })
  return machine.change(row, actor, (current, context) => {
    const inFlight = current.state.pending !== undefined
    return inFlight || current.tx.attemptCount !== row.attemptCount
      ? undefined
      : learn(current, context, outcome)
  })
}
