import { withdrawalReleased } from '@signalbox/model/ledger/postings'
import { absoluteMoney } from '@signalbox/model/money/money'
import { txTypeIdOf } from '@signalbox/model/payments/transaction-method'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Acknowledged, CancelRequest, MerchantOutcome } from '../../../connectors/merchant-client.ts'
import { describeStatus, type Payment } from '../../state/payment.ts'
import { noteAccountUse } from '../announce.ts'
import { forgetCode } from '../answer.ts'
import { captureFailed } from '../capture-retry.ts'
import { releaseOf } from '../claim.ts'
import { decideAs, decisionNo, legOf, merchantHeard, sayToMerchant } from '../merchant-word.ts'
import { book, giveHeldMoneyBack } from '../payment-money.ts'
import { callStep, end } from '../step.ts'
import type { StepContext } from '../step-context.ts'
import { estimateCost } from './convert.ts'

export function cancelRequest(payment: Payment): CancelRequest {
  const { tx, state } = payment
  return {
    userId: tx.userId,
    authCode: state.authCode ?? '',
    txAmount: payment.amount,
    txTypeId: txTypeIdOf(tx.txType),
    txName: tx.txType,
    statusCode: statusCodeOf(tx.statusNo)?.code ?? '',
    decisionNo: decisionNo(payment),
    attributes: tx.attributes,
    ...(tx.psp && { provider: tx.psp }),
    ...(tx.pspStatusCode && { pspStatusCode: tx.pspStatusCode }),
    ...(tx.originTxId !== null && { originTxId: tx.originTxId }),
  }
}

/** A payment that did not happen has nothing that could go back. */
function notCaptured({ tx }: Payment): void {
  tx.capturedAmountMinor = 0n
  tx.pspCapturedMinor = 0n
  tx.capturedAt = null
}

/** What it was expected to cost is expected no more. A payment costs what a failed one costs, a capture costs nothing. */
async function feesOfFailure(payment: Payment, context: StepContext): Promise<void> {
  const { tx } = payment
  if (tx.attemptCount === 0 || tx.pspFeeMinor === null) return
  if (!payment.isChild) return estimateCost(payment, context, 'FAILED')
  tx.pspFeeMinor = null
  tx.pspFeeCurrency = null
}

/** Everything that was set aside for the payment is free again, and it is over. */
async function close(payment: Payment, context: StepContext): Promise<void> {
  const { tx, state } = payment
  const statusNo = state.result?.statusNo ?? StatusNo.ERR_SYSTEM_ERROR
  const wasInconsistent = payment.status === 'INCONSISTENT'
  payment.move(statusNo, { type: 'CANCEL', summary: describeStatus(statusNo) })
  forgetCode(payment)
  await feesOfFailure(payment, context)
  if (state.suspense) {
    giveHeldMoneyBack(payment)
    notCaptured(payment)
  }
  if (state.ledgerReserved) {
    book(
      payment,
      'WITHDRAWAL_RELEASED',
      'Reserve released',
      withdrawalReleased(absoluteMoney(payment.amount)),
    )
    payment.clearState('ledgerReserved')
  }
  if (payment.isChild && tx.originTxId !== null)
    payment.effect({
      kind: 'origin',
      change: { ...releaseOf(tx), ...(await captureFailed(payment, context, statusNo)) },
    })
  if (wasInconsistent)
    payment.effect({
      kind: 'closeCase',
      type: 'INCONSISTENT',
      resolution: state.resolution ?? 'LATE_CALLBACK',
    })
  noteAccountUse(payment, false)
}

/** The merchant has reserved something for the payment, or may have booked it: it was decided otherwise at least once. */
const concernsMerchant = ({ state }: Payment): boolean => {
  const last = state.toldMerchant
  return state.authCode !== undefined || (last !== undefined && (last.word === 'TRANSFER' || last.no > 1))
}

/** The payment did not happen. The merchant is told if it had agreed to it or was told that it did, until it has heard. */
export const cancel = callStep<MerchantOutcome<Acknowledged>>({
  name: 'cancel',
  prepare: async (payment, context) => {
    const tries = payment.state.cancelTries ?? 0
    if (tries === 0) await close(payment, context)
    if (payment.state.silent) decideAs(payment, 'CANCEL')
    if (payment.state.silent || !concernsMerchant(payment)) return end
    if (tries === 0 && !sayToMerchant(payment, 'CANCEL')) return end
    payment.patchState({ cancelTries: tries + 1 })
    return undefined
  },
  call: async (payment, context) => {
    const { merchantId, id } = payment.tx
    const endpoint = await context.merchantEndpoint(merchantId)
    return context.services.merchant.cancel(
      { endpoint, txId: id, tryNo: payment.state.cancelTries ?? 1, requestedAmount: payment.requested },
      cancelRequest(payment),
    )
  },
  settle: (payment, context, outcome) => {
    payment.effect({ kind: 'log', log: outcome.log })
    const told = outcome.kind === 'accepted'
    if (told) merchantHeard(payment)
    const tries = payment.state.cancelTries ?? 1
    const delayMs = context.timings.transferMs[tries]
    if (!told && outcome.kind !== 'refused' && delayMs !== undefined) return { againInMs: delayMs }
    payment.note(
      'CANCEL',
      told ? 'The merchant confirmed the cancellation' : 'The merchant did not confirm the cancellation',
      outcome.log.latencyMs,
    )
    payment.effect({
      kind: 'notify',
      channel: 'CANCEL',
      leg: legOf(payment, 'cancel'),
      target: 'merchant',
      body: {},
      inMs: 0,
      sent: told,
    })
    return end
  },
})
