import { convertAt, midRate } from '@signalbox/model/money/forex'
import type { Payment } from '../../state/payment.ts'
import type { StepContext } from '../step-context.ts'

/** What the payment is worth in the merchant's own currency, for thresholds and reports; unknown without a rate. */
export async function inBaseCurrency(payment: Payment, context: StepContext): Promise<void> {
  const { tx } = payment
  const rates = await context.rates(tx.merchantId)
  const cross = midRate(rates, tx.currency, tx.baseCurrency)
  tx.amountBaseMinor = cross ? convertAt(payment.amount, tx.baseCurrency, cross.rate).minor : null
}
