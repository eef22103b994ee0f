import { boundIn } from '@signalbox/model/money/money-map'
import { mostWithin, roomLeft } from '@signalbox/model/money/limit'
import { zeroMoney, type Money } from '@signalbox/model/money/money'
import { periodLimit } from '@signalbox/model/rules/tables/period-limit'
import { addsToSum, missingRate, periodQuestion } from '../../core/flow/steps/limits.ts'
import type { StepContext } from '../../core/flow/step-context.ts'
import type { Payment } from '../../core/state/payment.ts'

/**
 * The most that period limits leave for one more payment, in its currency; nothing when none applies. Limits per account
 * are left to the payment: which account it will be nobody knows yet. `NO_RATE` where the payment would be declined for
 * want of one.
 */
export async function periodRoom(
  payment: Payment,
  context: StepContext,
): Promise<Money | 'NO_RATE' | undefined> {
  const { timeZone } = await context.merchant(payment.tx.merchantId)
  const { hits, rates } = await context.ask(payment, periodLimit, 'D0')
  const periods = hits
    .map((hit) => periodQuestion(hit, payment, rates, timeZone))
    .filter(({ question }) => question.scope === 'USER')
  const readings = await context.counted(
    payment,
    periods.map(({ question }) => question),
  )
  const { currency } = payment.tx
  const none = zeroMoney(currency)
  const isUnrated = periods.some(({ hit, question }, index) => {
    const reading = readings[index]
    if (!reading || !addsToSum(hit, payment)) return false
    return missingRate(payment, question.currency, [hit.outputs.maxSum], { reading, rates }) !== undefined
  })
  if (isUnrated) return 'NO_RATE'
  const rooms = periods.flatMap(({ hit, question }, index): Money[] => {
    const reading = readings[index]
    if (!reading) return []
    const { maxCount, maxSum } = hit.outputs
    if (maxCount !== undefined && reading.live + 1 > maxCount) return [none]
    if (!addsToSum(hit, payment)) return []
    const max = maxSum && boundIn(maxSum, 'max', question.currency, rates)
    return max ? [mostWithin(roomLeft(reading, max), currency, rates) ?? none] : []
  })
  return rooms.reduce<Money | undefined>(
    (least, room) => (!least || room.minor < least.minor ? room : least),
    undefined,
  )
}
