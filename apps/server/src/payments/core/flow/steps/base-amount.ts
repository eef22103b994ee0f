import { convertAt, midRate } from '@signalbox/model/money/forex'
import type { Payment } from '../../state/payment.ts'
import type { World } from '../world.ts'

/** What the payment is worth in the merchant's own currency, for thresholds and reports; unknown without a rate. */
export async function inBaseCurrency(payment: Payment, world: World): Promise<void> {
  const { tx } = payment
  const rates = await world.rates(tx.merchantId)
  const cross = midRate(rates, tx.currency, tx.baseCurrency)
  tx.amountBaseMinor = cross ? convertAt(payment.amount, tx.baseCurrency, cross.rate).minor : null
}
