import { towardsLimit } from '@signalbox/model/money/limit'
import { toMoneyMap } from '@signalbox/model/money/money-map'
import type { Money, MoneyMap } from '@signalbox/model/money/money'
import type { RateSheet } from '@signalbox/model/money/rates'

/**
 * What a payment counts in each currency a limit may be set in, at the rates of now and rounded up. A currency without
 * a rate is left out; the payment's own and, where there is a rate, the base are always there.
 */
export function countedAmounts(amount: Money, currencies: readonly string[], rates: RateSheet): MoneyMap {
  const wanted = new Set([amount.currency, rates.base, ...currencies])
  return toMoneyMap(
    [...wanted].flatMap((currency) => {
      const counted = currency === amount.currency ? amount : towardsLimit(amount, currency, rates)
      return counted ? [counted] : []
    }),
  )
}
