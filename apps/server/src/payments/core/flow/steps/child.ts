import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { generalBlock } from '@signalbox/model/rules/tables/general-block'
import { absoluteMoney, type Money } from '@signalbox/model/money/money'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import type { PspFollowUp } from '../../../connectors/connector.ts'
import type { PspOutcome } from '../../../connectors/psp-outcome.ts'
import type { OriginChange } from '../../state/effect.ts'
import { describeStatus, type Payment } from '../../state/payment.ts'
import { noteAccountUse } from '../announce.ts'
import {
  beginAttempt,
  normalise,
  otherAmount,
  rememberReport,
  unknownOutcome,
  type PspReport,
} from '../answer.ts'
import { bookFees } from '../book-fees.ts'
import type { CallContext } from '../call-context.ts'
import { releaseOf } from '../claim.ts'
import { decline } from '../decline.ts'
import { findClosed, findClosedByNow, type Closed } from '../maintenance.ts'
import { noAccountAnyMore } from '../no-account.ts'
import { bookMoved, takeHeldMoney, withTaxCode } from '../payment-money.ts'
import { whyNotConfigured } from '../psp-reach.ts'
import { catalogueStage, outcomeText, pspName, refusedText } from '../refusal-text.ts'
import { callStep, computeStep, end, go, wait, type Next } from '../step.ts'
import type { StepContext } from '../step-context.ts'
import { askApproval } from './approval.ts'
import { askBlock } from './blocks.ts'
import { attemptResult } from './submit.ts'

type FollowUp = 'capture' | 'void' | 'refund'

const followUpOf = ({ tx }: Payment): FollowUp => {
  if (tx.method === 'CAPTURE') return 'capture'
  return tx.method === 'VOID' ? 'void' : 'refund'
}

/** There is no other PSP that could do it: the one of the origin is reached and open, or it fails. */
async function whyNotSent(
  payment: Payment,
  context: StepContext,
  closedNow: (...about: Parameters<typeof findClosed>) => Promise<Closed | undefined>,
): Promise<Next | undefined> {
  const { tx } = payment
  const why = await whyNotConfigured(context, tx)
  if (why) return decline(payment, why.statusNo, { at: 'D7', info: why.info })
  const closed = await closedNow(payment, context, tx.psp ?? '', 'D7')
  if (!closed) return undefined
  tx.maintenanceId = closed.maintenanceId
  const info = `${await pspName(payment, context)} is under maintenance`
  return decline(payment, closed.statusNo, { at: 'D7', info })
}

/** May it be done at all now? The PSP is that of the origin: a refund goes where the money came from. */
export const childCheck = computeStep('child-check', async (payment, context) => {
  const { tx } = payment
  payment.move(StatusNo.PROCESSING_PROVIDER, {
    type: 'RULES',
    summary: `${transactionTypeLabel(tx.txType)} of ${tx.originTxId}`,
  })
  if (tx.method === 'REFUND') {
    const blocked = await askBlock(payment, context, generalBlock, {
      step: 'D4',
      defaultNo: StatusNo.ERR_DECLINED_GENERAL_BLOCK,
    })
    if (blocked) return blocked
  }
  const origin = await context.origin(payment)
  if (!origin?.pspRefId)
    return decline(payment, StatusNo.ERR_NO_REFERRAL_TX_FOUND, {
      at: 'D14',
      info: 'The PSP never gave the payment a reference',
    })
  const refused = await whyNotSent(payment, context, findClosed)
  if (refused) return refused
  if (tx.method === 'REFUND') return go('child-approval')
  return go(tx.method === 'VOID' ? 'child-submit' : 'authorize')
})

export const childApproval = computeStep('child-approval', (payment, context) =>
  askApproval(payment, context),
)

async function callOf(payment: Payment, context: CallContext): Promise<PspFollowUp | undefined> {
  const { tx } = payment
  const origin = await context.origin(payment)
  const [psp, account] = [tx.psp ?? '', tx.pspAccount ?? '']
  const config = await context.pspAccount(tx.merchantId, psp, account)
  if (!config) return undefined
  return {
    account: config,
    reference: txRefId(tx.merchantId, tx.id),
    idempotencyKey: `${txRefId(tx.merchantId, tx.id)}-${tx.attemptCount}`,
    originReference: txRefId(origin.merchantId, origin.id),
    originPspRefId: origin.pspRefId,
    amount: payment.pspAmount,
    requestedAmount: payment.requested,
    callbackUrl: context.links.callback(psp, account),
  }
}

const isAsked = ({ pspAmount }: Payment, { minor, currency }: Money): boolean =>
  minor === pspAmount.minor && currency === pspAmount.currency

async function settleFollowUp(payment: Payment, context: StepContext, outcome: PspOutcome): Promise<Next> {
  const { tx } = payment
  payment.effect({ kind: 'log', log: outcome.log, attemptNo: tx.attemptCount })
  payment.effect({ kind: 'attemptResult', result: attemptResult(outcome, tx.attemptCount) })
  payment.note('PSP_RESPONSE', `${tx.psp}: ${outcomeText(outcome)}`, outcome.log.latencyMs)
  if ('pspCode' in outcome) rememberReport(payment, outcome)
  switch (outcome.kind) {
    case 'approved':
      // A void has no amount of its own.
      return tx.method === 'VOID' || isAsked(payment, outcome.amount)
        ? childDone(payment)
        : otherAmount(payment, context, { ...outcome, captured: true })
    case 'pending':
    case 'redirect':
      payment.move(StatusNo.WAITING_NOTIFICATION, {
        type: 'PSP_RESPONSE',
        summary: 'The PSP will decide later',
      })
      tx.expiresAt = new Date(context.now.getTime() + context.timings.notificationTtlMs).toISOString()
      tx.pollAt = new Date(context.now.getTime() + (context.timings.pollMs[0] ?? 60_000)).toISOString()
      return wait
    case 'unknown':
      return unknownOutcome(payment, context, outcome)
    case 'declined':
    case 'notSent':
    case 'notFound':
      return childRefused(payment, context, { pspRefId: null, pspCode: null, pspMessage: null, ...outcome })
  }
}

/** The PSP has done it; what the user is owed or owes goes to the merchant, where there is something. */
export function childDone(payment: Payment): Next {
  payment.patchState({ pspApproved: true })
  payment.clearState('approvedByPerson')
  return go(payment.tx.method === 'VOID' ? 'child-finish' : 'transfer')
}

export async function childRefused(payment: Payment, context: StepContext, report: PspReport): Promise<Next> {
  const name = await pspName(payment, context)
  const stage = await catalogueStage(payment, context)
  return decline(payment, await normalise(payment, context, report), {
    at: 'D15',
    info: refusedText(name, report.statusNo, report),
    catalogueStage: stage,
  })
}

export const childSubmit = callStep<PspOutcome>({
  name: 'child-submit',
  prepare: async (payment, context) => {
    // Approvers may have taken days, and the merchant has been asked since.
    const refused = await whyNotSent(payment, context, findClosedByNow)
    if (refused) return refused
    const { tx } = payment
    beginAttempt(payment)
    payment.move(
      payment.status === 'REPROCESSING' ? StatusNo.REPROCESSING_PROVIDER : StatusNo.PROCESSING_PROVIDER,
      {
        type: 'PSP_REQUEST',
        summary: `${transactionTypeLabel(tx.txType)} sent to ${tx.psp}`,
      },
    )
    payment.effect({
      kind: 'attempt',
      attempt: {
        no: tx.attemptCount,
        reason: 'CHILD',
        action: followUpOf(payment),
        psp: tx.psp ?? '',
        pspAccount: tx.pspAccount ?? '',
        idempotencyKey: `${txRefId(tx.merchantId, tx.id)}-${tx.attemptCount}`,
        amount: payment.pspAmount,
      },
    })
    return undefined
  },
  call: async (payment, context, recovering) => {
    const call = await callOf(payment, context)
    if (!call) return noAccountAnyMore(context.now(), recovering)
    const connector = context.connector(call.account)
    if (recovering) {
      const { account, reference, idempotencyKey, amount } = call
      const query = {
        account,
        reference,
        idempotencyKey,
        direction: payment.direction,
        expectedAmount: amount,
      }
      const found = await connector.query(query)
      if (found.kind === 'notSent')
        return {
          kind: 'unknown',
          reason: 'io',
          statusNo: StatusNo.ERR_IO_EXCEPTION,
          pspRefId: null,
          pspCode: null,
          pspMessage: null,
          log: found.log,
        }
      if (found.kind !== 'notFound') return found
    }
    return connector[followUpOf(payment)](call)
  },
  settle: settleFollowUp,
})

async function bookChild(payment: Payment, context: StepContext): Promise<OriginChange> {
  const { tx } = payment
  const wallet = absoluteMoney(payment.amount)
  const wasHeld = takeHeldMoney(payment)
  const released = releaseOf(tx)
  switch (tx.method) {
    case 'CAPTURE':
      if (!wasHeld) bookMoved(payment, 'CAPTURE', withTaxCode(payment, `Capture of ${tx.originTxId}`))
      await bookFees(payment, context)
      return { ...released, captured: wallet.minor, pspCaptured: payment.pspAmount.minor }
    case 'REFUND':
      if (!wasHeld) bookMoved(payment, 'REFUND', `Refund of ${tx.originTxId}`)
      return { ...released, refunded: wallet.minor, pspRefunded: payment.pspAmount.minor }
    default:
      return { ...released, voided: tx.requestedAmountMinor }
  }
}

export const childFinish = computeStep('child-finish', async (payment, context) => {
  const wasInconsistent = payment.status === 'INCONSISTENT'
  payment.move(StatusNo.SUCCESS, {
    type: payment.tx.method === 'CAPTURE' ? 'CAPTURE' : 'NOTIFY',
    summary: describeStatus(StatusNo.SUCCESS),
  })
  payment.effect({ kind: 'origin', change: await bookChild(payment, context) })
  if (wasInconsistent)
    payment.effect({
      kind: 'closeCase',
      type: 'INCONSISTENT',
      resolution: payment.state.resolution ?? 'LATE_CALLBACK',
    })
  noteAccountUse(payment, true)
  return end
})
