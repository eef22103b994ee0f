/** An exact fraction in lowest terms; the denominator is positive. Two equal rates are therefore equal in every part. */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** What may happen to a fraction of the smallest unit. All look at the magnitude, so that a refund mirrors its payment. */
export const roundings = ['HALF_UP', 'HALF_EVEN', 'DOWN', 'UP'] as const
export type Rounding = (typeof roundings)[number]

/** Bounds are rounded to a side of the number line whatever their sign; rules cannot ask for that. */
export type AnyRounding = Rounding | 'FLOOR' | 'CEILING'

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [absolute(a), absolute(b)]
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger
}

export function rational(numerator: bigint, denominator = 1n): Rational {
  if (denominator === 0n) throw new RangeError('Division by zero')
  const divisor = greatestCommonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/

/** Longer than any rate a provider publishes. */
const maxDecimalLength = 40

/** The fraction a decimal text such as `11.6650` stands for, exactly; `undefined` when it is none. */
export function parseRational(text: string): Rational | undefined {
  const match = text.length > maxDecimalLength ? null : decimal.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', decimals = ''] = match
  const digits = BigInt(whole + decimals)
  return rational(sign ? -digits : digits, 10n ** BigInt(decimals.length))
}

/** How a rate is stored: `2000/23331`. */
export const rationalText = ({ numerator, denominator }: Rational): string => `${numerator}/${denominator}`

/** Reads back what `rationalText` wrote. */
export function parseRationalText(text: string): Rational | undefined {
  const [, numerator = '', denominator = ''] = /^(-?\d+)\/([1-9]\d*)$/.exec(text) ?? []
  return numerator === '' ? undefined : rational(BigInt(numerator), BigInt(denominator))
}

export const multiply = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.numerator, a.denominator * b.denominator)

export const divide = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.denominator, a.denominator * b.numerator)

export const add = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)

export const subtract = (a: Rational, b: Rational): Rational =>
  rational(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator)

/** Percentages are whole parts per million: 1 % is 10,000. Anything finer is refused with a `RangeError`. */
export const ofPpm = (ppm: number): Rational => rational(BigInt(ppm), 1_000_000n)

/** The one place where anything is rounded. Exact results are left alone in every mode. */
export function round({ numerator, denominator }: Rational, mode: AnyRounding = 'HALF_UP'): bigint {
  const whole = numerator / denominator
  const rest = absolute(numerator % denominator)
  if (rest === 0n) return whole
  const away = numerator < 0n ? -1n : 1n
  return isRoundedAway(mode, rest * 2n - denominator, whole, away) ? whole + away : whole
}

function isRoundedAway(mode: AnyRounding, overHalf: bigint, whole: bigint, away: bigint): boolean {
  switch (mode) {
    case 'HALF_UP':
      return overHalf >= 0n
    case 'HALF_EVEN':
      return overHalf > 0n || (overHalf === 0n && whole % 2n !== 0n)
    case 'DOWN':
      return false
    case 'UP':
      return true
    case 'FLOOR':
      return away < 0n
    case 'CEILING':
      return away > 0n
  }
}

/** Rounds to a multiple of a unit, in one step: rounding to cents first could move the whole unit. */
export const roundTo = (value: Rational, unit: bigint, mode: AnyRounding = 'HALF_UP'): bigint =>
  round(divide(value, rational(unit)), mode) * unit
