import { none, percent } from '../../../kit/rule-figures.ts'
import type { RuleFigures } from '@signalbox/model/calls/rules-hub'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { formatNumber, type UserFormats } from '@signalbox/model/text/user-formats'

export const moneyText = (money: readonly WireMoney[], formats: UserFormats): string =>
  money.length === 0
    ? none
    : money.map(({ amount, currency }) => `${formatNumber(amount, formats)} ${currency}`).join(', ')

/** What rows of the table are there for, as one figure. */
export function effectText(figures: RuleFigures, formats: UserFormats): string {
  const { approvalDifference, fees, cost, passedFraudRate, uplift } = figures
  if (approvalDifference !== null) {
    const points = (approvalDifference * 100).toFixed(1)
    return `${approvalDifference > 0 ? '+' : ''}${points} pts approval`
  }
  if (uplift !== null) return `${percent(uplift)} recovered`
  if (fees !== null && fees.length > 0)
    return `${moneyText(
      fees.map(({ revenue }) => revenue),
      formats,
    )} revenue`
  if (cost !== null && cost.length > 0)
    return `${moneyText(
      cost.map((each) => each.cost),
      formats,
    )} cost`
  if (passedFraudRate !== null) return `${percent(passedFraudRate, 2)} fraud in similar payments`
  return none
}

export const deadWords = {
  UNREACHABLE: ['Unreachable', 'No payment can match this row.'],
  STARVED: ['Not reached', 'Rows above it stop every payment first.'],
  IDLE: ['No matches', 'Payments reach this row, but none matched in 30 days.'],
  SEASONAL: ['Seasonal', 'No hits in 30 days; it had some in this month last year.'],
} as const
