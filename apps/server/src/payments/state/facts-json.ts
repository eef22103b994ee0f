import type { Money } from '@signalbox/model/money/money'
import type { Facts, FactValue } from '@signalbox/model/rules/fact'

const isMoney = (value: FactValue): value is Money =>
  typeof value === 'object' && 'minor' in value && typeof value.minor === 'bigint'

interface PackedMoney {
  readonly $money: readonly [minor: string, currency: string]
}

const isPacked = (value: unknown): value is PackedMoney =>
  typeof value === 'object' && value !== null && '$money' in value

/** Facts as JSON can carry them: money has no form of its own there. */
export const packFacts = (facts: Facts): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([key, value]) => {
      if (value === undefined) return []
      return [[key, isMoney(value) ? { $money: [String(value.minor), value.currency] } : value]]
    }),
  )

export const unpackFacts = (packed: Readonly<Record<string, unknown>> | undefined): Facts =>
  Object.fromEntries(
    Object.entries(packed ?? {}).map(([key, value]) => [
      key,
      isPacked(value) ? { minor: BigInt(value.$money[0]), currency: value.$money[1] } : (value as FactValue),
    ]),
  )
