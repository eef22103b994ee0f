import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Acknowledged, MerchantOutcome, TransferRequest } from '../../../connectors/merchant-client.ts'
import type { Payment } from '../../state/payment.ts'
import { becomeInconsistent } from '../answer.ts'
import { decisionNo, legOf, merchantHeard, sayToMerchant } from '../merchant-word.ts'
import { holdMoney } from '../payment-money.ts'
import { callStep, go, type Next } from '../step.ts'
import type { StepContext } from '../step-context.ts'
import { merchantView } from './authorize.ts'

export function transferRequest(payment: Payment): TransferRequest {
  const { tx, state } = payment
  return {
    ...merchantView(payment),
    authCode: state.authCode ?? '',
    txPspAmount: payment.pspAmount,
    txRefId: txRefId(tx.merchantId, tx.id),
    decisionNo: decisionNo(payment),
    ...(tx.feeMinor > 0n && { fee: { minor: tx.feeMinor + tx.vatAmountMinor, currency: tx.currency } }),
    ...(tx.feeMode && { feeMode: tx.feeMode }),
    ...(tx.pspRefId && { pspRefId: tx.pspRefId }),
    ...(tx.pspStatusMessage && { pspStatusMessage: tx.pspStatusMessage }),
    ...(tx.cardExpiry && { expiry: tx.cardExpiry }),
  }
}

/** The PSP moved the money and the merchant does not know: it is held aside until somebody decides whose it is. */
function hold(payment: Payment, context: StepContext, cause: string): Next {
  holdMoney(payment, 'The merchant did not confirm the transfer')
  return becomeInconsistent(payment, context, StatusNo.ERR_INCONSISTENT_TRANSACTION, cause)
}

const afterTransfer = ({ isChild }: Payment): Next => go(isChild ? 'child-finish' : 'finish')

function settleTransfer(
  payment: Payment,
  context: StepContext,
  outcome: MerchantOutcome<Acknowledged>,
): Next {
  const { tx } = payment
  payment.effect({ kind: 'log', log: outcome.log })
  if (outcome.kind === 'accepted') {
    tx.merchantTxId = tx.merchantTxId ?? outcome.answer.merchantTxId
    merchantHeard(payment)
    payment.note('TRANSFER', 'The merchant confirmed the transfer', outcome.log.latencyMs)
    payment.effect({
      kind: 'notify',
      channel: 'TRANSFER',
      leg: legOf(payment, 'transfer'),
      target: 'merchant',
      body: {},
      inMs: 0,
      sent: true,
    })
    return afterTransfer(payment)
  }
  if (outcome.kind === 'refused') {
    tx.merchantErrCode = outcome.errCode
    tx.merchantErrMsg = outcome.errMsg
    return hold(
      payment,
      context,
      `The merchant refused the transfer: ${outcome.errMsg ?? outcome.errCode ?? ''}`,
    )
  }
  const tries = payment.state.transferTries ?? 1
  const delayMs = context.timings.transferMs[tries]
  if (delayMs === undefined) return hold(payment, context, 'The merchant did not answer the transfer')
  payment.note('TRANSFER', `The merchant did not answer, try ${tries}`, outcome.log.latencyMs)
  return { againInMs: delayMs }
}

/** Tells the merchant that the money has moved. Tried again for a while, because the money has. */
export const transfer = callStep<MerchantOutcome<Acknowledged>>({
  name: 'transfer',
  prepare: (payment) => {
    const tries = (payment.state.transferTries ?? 0) + 1
    payment.patchState({ transferTries: tries })
    if (tries > 1) return undefined
    if (!sayToMerchant(payment, 'TRANSFER')) {
      payment.note('TRANSFER', 'The merchant was already notified')
      return afterTransfer(payment)
    }
    const summary = 'The merchant is notified that the money was moved'
    // A payment that was not understood stays so until the merchant has it too.
    if (payment.status === 'INCONSISTENT') payment.note('TRANSFER', summary)
    else
      payment.move(
        payment.status === 'REPROCESSING' ? StatusNo.REPROCESSING_MERCHANT : StatusNo.PROCESSING_MERCHANT,
        { type: 'TRANSFER', summary },
      )
    return undefined
  },
  call: async (payment, context) => {
    const { merchantId, id } = payment.tx
    const endpoint = await context.merchantEndpoint(merchantId)
    return context.services.merchant.transfer(
      { endpoint, txId: id, tryNo: payment.state.transferTries ?? 1, requestedAmount: payment.requested },
      transferRequest(payment),
    )
  },
  settle: settleTransfer,
})
