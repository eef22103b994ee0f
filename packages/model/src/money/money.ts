/** An amount: an integer of the currency's smallest unit. Nothing in the platform counts money any other way. */
export interface Money {
  readonly minor: bigint
  readonly currency: string
}

/** One amount per currency as JSON carries it: the digits of the minor units, such as `{ EUR: '2000', SEK: '20000' }`. */
export type MoneyMap = Readonly<Record<string, string>>

/** The most the database can hold, and more money than there is. */
export const maxMinor = 2n ** 63n - 1n

/** Adding kroner to euro is always a mistake in a program, never in what somebody typed. */
function sameCurrency(a: Money, b: Money): string {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency} do not mix`)
  return a.currency
}

/**
 * What one entry, or one file, can come to. An account still has room for what follows, and whoever reads the amount as a
 * number reads it exactly.
 */
const largestEntry = 10n ** 15n
export const isTooLarge = (minor: bigint): boolean => minor > largestEntry || minor < -largestEntry

export const zeroMoney = (currency: string): Money => ({ minor: 0n, currency })

export const addMoney = (a: Money, b: Money): Money => ({
  currency: sameCurrency(a, b),
  minor: a.minor + b.minor,
})

export const subtractMoney = (a: Money, b: Money): Money => ({
  currency: sameCurrency(a, b),
  minor: a.minor - b.minor,
})

export const negateMoney = ({ minor, currency }: Money): Money => ({ minor: -minor, currency })

export const absoluteMoney = (money: Money): Money => (money.minor < 0n ? negateMoney(money) : money)

/** Negative, zero or positive, as sorting wants it. */
export function compareMoney(a: Money, b: Money): -1 | 0 | 1 {
  sameCurrency(a, b)
  if (a.minor === b.minor) return 0
  return a.minor < b.minor ? -1 : 1
}

export const leastMoney = (a: Money, b: Money): Money => (compareMoney(a, b) <= 0 ? a : b)

export const greatestMoney = (a: Money, b: Money): Money => (compareMoney(a, b) >= 0 ? a : b)

/** The currency is asked for because an empty list has none. */
export const sumMoney = (amounts: readonly Money[], currency: string): Money =>
  amounts.reduce(addMoney, zeroMoney(currency))
