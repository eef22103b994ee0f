import type { Hit, Outputs } from '@signalbox/engine/compile-ruleset'
import { moneyIn } from '@signalbox/model/money/money-map'
import type { Money, MoneyMap } from '@signalbox/model/money/money'
import type { RateSheet } from '@signalbox/model/money/rates'
import { statusCodesNamed } from '@signalbox/model/status-codes'

/** Readers of what a row says. Rows are checked before they are approved, so a wrong type only means "nothing said". */
export const text = (outputs: Outputs, key: string): string | undefined => {
  const value = outputs[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export const number = (outputs: Outputs, key: string): number | undefined => {
  const value = outputs[key]
  return typeof value === 'number' ? value : undefined
}

export const flag = (outputs: Outputs, key: string): boolean => outputs[key] === true

export const list = (outputs: Outputs, key: string): readonly string[] => {
  const value = outputs[key]
  return Array.isArray(value) ? (value as readonly string[]) : []
}

export function money(outputs: Outputs, key: string, currency: string, rates: RateSheet): Money | undefined {
  const value = outputs[key]
  return typeof value === 'object' && !Array.isArray(value)
    ? moneyIn(value as MoneyMap, currency, rates)
    : undefined
}

const unitsMs: Readonly<Record<string, number>> = {
  SECOND: 1_000,
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
  WEEK: 7 * 86_400_000,
  MONTH: 30 * 86_400_000,
}

export const durationMs = (outputs: Outputs, key: string, unitKey = 'unit'): number =>
  (number(outputs, key) ?? 0) * (unitsMs[text(outputs, unitKey) ?? 'MINUTE'] ?? 60_000)

/** The number a row declines with. Where a name exists twice, a rule that declines means the one that failed. */
export function declineNo({ outputs }: Hit, fallback: number): number {
  const named = statusCodesNamed(text(outputs, 'failedStatusCode') ?? '')
  return named.find(({ status }) => status === 'FAILED')?.no ?? named[0]?.no ?? fallback
}
