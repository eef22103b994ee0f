import { exponentOf } from '../reference/currencies.ts'
import type { Money } from './money.ts'
import type { Quote, RateSheet } from './rates.ts'
import {
  divide,
  multiply,
  ofPpm,
  rational,
  roundTo,
  type AnyRounding,
  type Rational,
  type Rounding,
} from './rational.ts'

export type Direction = 'DEPOSIT' | 'WITHDRAWAL'

const one = rational(1n)

/** Units of `to` for one unit of `from`, and the rates it was made of. */
export interface CrossRate {
  readonly rate: Rational
  readonly quotes: readonly Quote[]
}

/**
 * Two steps through the base without rounding between them. `undefined` when a rate is missing: the caller declines
 * rather than guesses.
 */
function through(
  sheet: RateSheet,
  from: string,
  to: string,
  side: { readonly into: 'buy' | 'mid'; readonly out: 'sell' | 'mid' },
): CrossRate | undefined {
  if (from === to) return { rate: one, quotes: [] }
  const quotes: Quote[] = []
  let rate = one
  if (from !== sheet.base) {
    const quote = sheet.quotes.get(from)
    if (!quote) return undefined
    rate = divide(rate, quote[side.into])
    quotes.push(quote)
  }
  if (to !== sheet.base) {
    const quote = sheet.quotes.get(to)
    if (!quote) return undefined
    rate = multiply(rate, quote[side.out])
    quotes.push(quote)
  }
  return { rate, quotes }
}

/** The rate at which we trade: foreign currency comes in at `buy` and goes out at `sell`. */
export const tradingRate = (sheet: RateSheet, from: string, to: string): CrossRate | undefined =>
  through(sheet, from, to, { into: 'buy', out: 'sell' })

/** The rate nobody earns at, for comparing amounts. */
export const midRate = (sheet: RateSheet, from: string, to: string): CrossRate | undefined =>
  through(sheet, from, to, { into: 'mid', out: 'mid' })

/** Converts at a known rate, such as the one a payment stored, with a single rounding at the end. */
export function convertAt(
  { minor, currency }: Money,
  to: string,
  rate: Rational,
  { rounding = 'HALF_UP', roundToInteger = false }: { rounding?: AnyRounding; roundToInteger?: boolean } = {},
): Money {
  const unit = 10n ** BigInt(exponentOf(to))
  const exact = multiply(rational(minor * unit, 10n ** BigInt(exponentOf(currency))), rate)
  return { minor: roundTo(exact, roundToInteger ? unit : 1n, rounding), currency: to }
}

/** What a forex rule decided. */
export interface ForexTerms {
  readonly toCurrency: string
  /** Ours, in parts per million; negative gives some of it away. */
  readonly marginPpm: number
  readonly rounding: Rounding
  /** Whole units of the currency, for providers that take no decimals. */
  readonly roundToInteger: boolean
}

/** Everything a payment stores of its exchange, so that its refunds can repeat it. */
export interface Conversion {
  readonly amount: Money
  /** Before our margin. */
  readonly rate: Rational
  /** What the amount was multiplied by. */
  readonly appliedRate: Rational
  readonly quotes: readonly Quote[]
}

const wholePpm = 1_000_000

/** A margin favours the merchant: on a deposit the user pays more, on a withdrawal the user gets less. */
export function withMargin(rate: Rational, direction: Direction, marginPpm: number): Rational {
  if (Math.abs(marginPpm) >= wholePpm) throw new RangeError('A margin of 100 % or more leaves nothing')
  return multiply(rate, ofPpm(direction === 'DEPOSIT' ? wholePpm + marginPpm : wholePpm - marginPpm))
}

/** Where there is nothing to exchange nobody earns a margin. `undefined` when a rate is missing. */
export function convertForPayment(
  amount: Money,
  direction: Direction,
  terms: ForexTerms,
  sheet: RateSheet,
): Conversion | undefined {
  if (amount.currency === terms.toCurrency) return { amount, rate: one, appliedRate: one, quotes: [] }
  const cross = tradingRate(sheet, amount.currency, terms.toCurrency)
  if (!cross) return undefined
  const appliedRate = withMargin(cross.rate, direction, terms.marginPpm)
  return { ...cross, appliedRate, amount: convertAt(amount, terms.toCurrency, appliedRate, terms) }
}
