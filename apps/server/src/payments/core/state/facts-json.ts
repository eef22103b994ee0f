import { maskIban } from '@signalbox/model/text/masking'
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

/**
 * Facts as events keep them: numbers one could pay to are masked. What a payment learnt of them it keeps itself, for as
 * long as it may have to be paid, and whoever explains a decision takes them from there.
 */
export const packEventFacts = (facts: Facts): Record<string, unknown> => {
  const packed = packFacts(facts)
  return typeof packed.iban === 'string' ? { ...packed, iban: maskIban(packed.iban) } : packed
}

/** The facts of an event as they were, with what it has masked as the payment itself knows it. */
export const unpackEventFacts = (
  packed: Readonly<Record<string, unknown>> | undefined,
  { iban }: Readonly<Record<string, unknown>>,
): Facts => unpackFacts(packed && 'iban' in packed && iban !== undefined ? { ...packed, iban } : packed)

export const unpackFacts = (packed: Readonly<Record<string, unknown>> | undefined): Facts =>
  Object.fromEntries(
    Object.entries(packed ?? {}).map(([key, value]) => [
      key,
      isPacked(value) ? { minor: BigInt(value.$money[0]), currency: value.$money[1] } : (value as FactValue),
    ]),
  )
