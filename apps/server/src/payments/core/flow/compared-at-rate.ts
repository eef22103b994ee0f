import { thresholdIn } from '@signalbox/model/money/money-map'
import { compareMoney, type Money, type MoneyMap } from '@signalbox/model/money/money'
import type { StepContext } from './step-context.ts'

interface Threshold {
  readonly amounts: MoneyMap
  /** Whether the amount itself is for one person still, or for two already. */
  readonly reached: 'ONE' | 'TWO'
}

/**
 * Whether so much money takes two people. Where the threshold names no amount of the currency it is converted, and one
 * person may enter a rate by which much of one currency is little of another. So the amount is compared at the rates in
 * force and at those that were published, and it takes two by either; what cannot be compared takes two as well.
 */
export async function takesTwoPeople(
  context: Pick<StepContext, 'rates'>,
  { merchantId, money }: { readonly merchantId: number; readonly money: Money },
  { amounts, reached }: Threshold,
): Promise<boolean> {
  const side = reached === 'TWO' ? 'min' : 'max'
  for (const trust of ['IN_FORCE', 'PUBLISHED'] as const) {
    const rates = await context.rates(merchantId, undefined, trust)
    const threshold = thresholdIn(amounts, side, money.currency, rates)
    if (threshold === 'UNKNOWN') return true
    if (threshold === undefined) return false
    const order = compareMoney(money, threshold)
    if (order > 0 || (order === 0 && reached === 'TWO')) return true
  }
  return false
}
