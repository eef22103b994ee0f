import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { txTypeIdOf } from '@signalbox/model/payments/transaction-method'
import { withdrawalReserved } from '@signalbox/model/ledger/postings'
import { absoluteMoney } from '@signalbox/model/money/money'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Authorization, AuthorizeRequest, MerchantOutcome } from '../../../connectors/merchant-client.ts'
import type { Payment } from '../../state/payment.ts'
import { callStep, go, type Next } from '../step.ts'
import { merchantRefused } from './verify.ts'

/** What the merchant is told of a payment in every call about it. */
export function merchantView(payment: Payment): AuthorizeRequest {
  const { tx } = payment
  return {
    userId: tx.userId,
    txAmount: payment.amount,
    txTypeId: txTypeIdOf(tx.txType),
    txName: tx.txType,
    provider: tx.psp ?? '',
    attributes: tx.attributes,
    ...(tx.pspService && { pspService: tx.pspService }),
    ...(tx.originTxId !== null && { originTxId: tx.originTxId }),
    ...(tx.accountId && { accountId: tx.accountId }),
    ...(tx.maskedUserAccount && { maskedAccount: tx.maskedUserAccount }),
    ...(tx.pspFeeMinor !== null &&
      tx.pspFeeCurrency !== null && { pspFee: { minor: tx.pspFeeMinor, currency: tx.pspFeeCurrency } }),
  }
}

const working = (payment: Payment, processing: number, reprocessing: number): number =>
  payment.status === 'REPROCESSING' ? reprocessing : processing

function settleAuthorize(payment: Payment, outcome: MerchantOutcome<Authorization>): Next {
  const { tx } = payment
  payment.effect({ kind: 'log', log: outcome.log })
  if (outcome.kind !== 'accepted') return merchantRefused(payment, outcome)
  tx.authorizedAt = payment.now.toISOString()
  tx.merchantTxId = tx.merchantTxId ?? outcome.answer.merchantTxId
  payment.patchState({ authCode: outcome.answer.authCode })
  payment.note('AUTHORIZE', 'The merchant authorised the payment', outcome.log.latencyMs)
  if (tx.method === 'WITHDRAWAL') {
    payment.effect({
      kind: 'post',
      draft: {
        eventType: 'WITHDRAWAL_RESERVED',
        description: `Reserved for ${transactionTypeLabel(tx.txType)}`,
        lines: withdrawalReserved(absoluteMoney(payment.amount)),
      },
    })
    payment.patchState({ ledgerReserved: true })
  }
  return go(payment.isChild ? 'child-submit' : 'approval')
}

/** Asks the merchant whether the user may; money that leaves the user is reserved there from now on. */
export const authorize = callStep<MerchantOutcome<Authorization>>({
  name: 'authorize',
  prepare: (payment) => {
    payment.move(working(payment, StatusNo.PROCESSING_USER_AUTHORISATION, StatusNo.REPROCESSING_MERCHANT), {
      type: 'AUTHORIZE',
      summary: 'The merchant is asked to authorise',
    })
    return undefined
  },
  call: async (payment, context) => {
    const { merchantId, id } = payment.tx
    const endpoint = await context.merchantEndpoint(merchantId)
    return context.services.merchant.authorize(
      { endpoint, txId: id, tryNo: 1, requestedAmount: payment.requested },
      merchantView(payment),
    )
  },
  settle: (payment, _world, outcome) => settleAuthorize(payment, outcome),
})
