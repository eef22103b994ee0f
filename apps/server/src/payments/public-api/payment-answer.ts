import { absoluteMoney, type Money } from '@signalbox/model/money/money'
import { toWire } from '@signalbox/model/money/money-schema'
import { failedPaymentKeys, type FailedPayment } from '@signalbox/model/messages/resolve-message'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { Database, Tx } from '../../kit/database.ts'
import { failureTexts } from '../../setup/message/read-model.ts'
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

const failedPaymentOf = (tx: Transaction): FailedPayment => ({
  txType: tx.txType,
  statusNo: tx.statusNo,
  pspStatusCode: tx.pspStatusCode,
  ...(tx.stepState.messageKey && { messageKey: tx.stepState.messageKey }),
  amount: { minor: tx.requestedAmountMinor, currency: tx.currency },
  reference: String(tx.id),
})

const hasFailed = ({ statusNo }: Transaction): boolean => lost.has(stateOfNumber(statusNo))

/** Payments as the public API shows them, each with what its user reads in the locale they asked for. */
export async function answersOf(
  db: Database | Tx,
  rows: readonly Transaction[],
  links: Links,
): Promise<PaymentAnswer[]> {
  const textOf = await failureTexts(
    db,
    rows.filter(hasFailed).map((tx) => ({
      merchantId: tx.merchantId,
      locale: tx.userLocale,
      payment: failedPaymentOf(tx),
    })),
  )
  return rows.map((tx) =>
    shown(tx, links, hasFailed(tx) ? textOf(tx.merchantId, failedPaymentOf(tx), tx.userLocale) : ''),
  )
}

export async function answerOf(db: Database | Tx, tx: Transaction, links: Links): Promise<PaymentAnswer> {
  const [answer] = await answersOf(db, [tx], links)
  if (!answer) throw new Error(`Nothing is known of payment ${tx.id}`)
  return answer
}

function shown(tx: Transaction, links: Links, userText: string): PaymentAnswer {
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
            field: tx.stepState.inputField ?? null,
            keys: failedPaymentKeys(failedPaymentOf(tx)),
            msg: userText,
          },
        ]
      : [],
  }
}
