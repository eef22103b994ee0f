import { boundIn, lacksRate } from '@signalbox/model/money/money-map'
import { compareMoney, type Money } from '@signalbox/model/money/money'
import type { World } from '../core/flow/world.ts'

/** Whether so much money needs two people: the first asks, another one confirms. */
export async function needsTwoPeople(world: World, merchantId: number, money: Money): Promise<boolean> {
  const { fourEyesAbove } = await world.merchant(merchantId)
  const rates = await world.rates(merchantId)
  // What nobody can compare is not for one person alone.
  if (lacksRate(fourEyesAbove, money.currency, rates)) return true
  const least = boundIn(fourEyesAbove, 'min', money.currency, rates)
  return least !== undefined && compareMoney(money, least) >= 0
}
