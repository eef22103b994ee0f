import { boundIn } from '@signalbox/model/money/money-map'
import { compareMoney, type Money } from '@signalbox/model/money/money'
import { isRateInDoubt } from '../flow/compared-at-rate.ts'
import type { StepContext } from '../flow/step-context.ts'

/** Whether so much money needs two people: the first asks, another one confirms. */
export async function needsTwoPeople(
  context: StepContext,
  merchantId: number,
  money: Money,
): Promise<boolean> {
  const { fourEyesAbove } = await context.merchant(merchantId)
  const rates = await context.rates(merchantId)
  // What nobody can compare is not for one person alone.
  const { currency } = money
  if (await isRateInDoubt(context, fourEyesAbove, { merchantId, currency, rates })) return true
  const least = boundIn(fourEyesAbove, 'min', currency, rates)
  return least !== undefined && compareMoney(money, least) >= 0
}
