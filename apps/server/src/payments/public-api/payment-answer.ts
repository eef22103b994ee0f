import { absoluteMoney, type Money } from '@signalbox/model/money/money'
import { toWire } from '@signalbox/model/money/money-schema'
import { errorKeys, type PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { Links } from '../core/flow/step-context.ts'
import type { Transaction } from '../core/record/transaction.ts'

const lost = new Set(['FAILED', 'CANCELLED', 'INCONSISTENT'])

const wire = (minor: bigint, currency: string) => toWire({ minor, currency })

function amountsOf(tx: Transaction): Partial<PaymentAnswer> {
  const psp: Money | undefined =
    tx.pspAmountMinor !== null && tx.pspCurrency !== null
      ? { minor: tx.pspAmountMinor, currency: tx.pspCurrency }
      : undefined
  // Amounts of what never happened are left out.
  const total = (name: keyof PaymentAnswer, minor: bigint) =>
    minor > 0n ? { [name]: wire(minor, tx.currency) } : {}
  return {
    ...(tx.feeMinor > 0n && { fee: wire(tx.feeMinor + tx.vatAmountMinor, tx.currency) }),
    ...(psp && { pspAmount: toWire(absoluteMoney(psp)) }),
    ...(tx.authorizedAmountMinor > 0n && { capturedAmount: wire(tx.capturedAmountMinor, tx.currency) }),
    ...total('voidedAmount', tx.voidedAmountMinor),
    ...total('refundedAmount', tx.refundedAmountMinor),
    ...total('returnedAmount', tx.returnedAmountMinor),
    ...total('chargebackAmount', tx.chargebackAmountMinor),
  }
}

function redirectOf(tx: Transaction, links: Links): Partial<PaymentAnswer> {
  if (!tx.stepState.redirectTarget || stateOfNumber(tx.statusNo) !== 'WAITING_INPUT') return {}
  const size = { width: 600, height: 600 }
  return {
    redirectOutput: { url: links.payPage(tx), method: 'GET', container: 'window', parameters: {}, ...size },
  }
}

/** A payment as the public API shows it. */
export function answerOf(tx: Transaction, links: Links): PaymentAnswer {
  const status = statusCodeOf(tx.statusNo)
  const state = stateOfNumber(tx.statusNo)
  const failed = lost.has(state)
  const optional = {
    originTxId: tx.originTxId,
    psp: tx.psp,
    pspRefId: tx.pspRefId,
    pspStatusCode: tx.pspStatusCode,
    pspStatusMessage: tx.pspStatusMessage,
    merchantTxId: tx.merchantTxId,
    maskedAccount: tx.maskedUserAccount,
  }
  return {
    txId: tx.id,
    txRefId: txRefId(tx.merchantId, tx.id),
    merchantId: tx.merchantId,
    userId: tx.userId,
    txType: tx.txType,
    method: tx.method,
    state,
    statusCode: status?.code ?? '',
    statusCodeNo: tx.statusNo,
    success: !failed,
    amount: toWire(absoluteMoney({ minor: tx.amountMinor, currency: tx.currency })),
    requestedAmount: wire(tx.requestedAmountMinor, tx.currency),
    ...amountsOf(tx),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
    created: tx.created,
    lastUpdated: tx.lastUpdated,
    ...redirectOf(tx, links),
    messages: Object.entries(tx.stepState.instructions ?? {}).map(([name, value]) => `${name}: ${value}`),
    errors: failed
      ? [
          {
            field: null,
            keys: errorKeys(tx.txType, tx.statusNo, {
              pspStatusCode: tx.pspStatusCode,
              ...(tx.stepState.messageKey && { messageKey: tx.stepState.messageKey }),
            }),
            msg: status?.text ?? '',
          },
        ]
      : [],
  }
}
