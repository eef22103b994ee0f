import type { Money } from '@signalbox/model/money/money'
import { takesTwoPeople } from '../flow/compared-at-rate.ts'
import type { StepContext } from '../flow/step-context.ts'

/** Whether so much money needs two people: the first asks, another one confirms. */
export async function needsTwoPeople(
  context: StepContext,
  merchantId: number,
  money: Money,
): Promise<boolean> {
  const { fourEyesAbove } = await context.merchant(merchantId)
  return takesTwoPeople(context, { merchantId, money }, { amounts: fourEyesAbove, reached: 'TWO' })
}
