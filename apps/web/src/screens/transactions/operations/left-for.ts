import type { TransactionRow } from '@signalbox/model/entities/transaction'
import { decimalText, parseSignedMoney } from '@signalbox/model/money/money-text'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import type { OperationName } from '@signalbox/model/payments/operations'

const minorOf = ({ amount, currency }: WireMoney): bigint => parseSignedMoney(amount, currency)?.minor ?? 0n

/** What can still be captured or refunded, which is what the dialog begins with. The server knows of refunds under way. */
export function leftFor(name: OperationName, row: TransactionRow): WireMoney | null {
  const { currency, authorizedAmount, capturedAmount, refundedAmount, voidedAmount } = row
  const left =
    name === 'refund'
      ? minorOf(capturedAmount) - minorOf(refundedAmount)
      : minorOf(authorizedAmount) - minorOf(capturedAmount) - minorOf(voidedAmount)
  return left > 0n ? { amount: decimalText({ minor: left, currency }), currency } : null
}
