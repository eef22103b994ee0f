import { divide, parseRational, rational, subtract, type Rational } from './rational.ts'

/** A change beyond this many percent is confirmed, and explained in a second line of the note. */
export const largeChangePercent = 10n

export interface RateFigures {
  readonly buyRate: string
  readonly sellRate: string
}

const hundred = 100n
const tenths = 10n

const magnitude = ({ numerator, denominator }: Rational): Rational =>
  rational(numerator < 0n ? -numerator : numerator, denominator)

/** By how much a figure changes, as a share of what it was; `undefined` where one of them is no figure. */
function shareOf(before: string, after: string): Rational | undefined {
  const [from, to] = [parseRational(before), parseRational(after)]
  if (!from || !to || from.numerator === 0n) return undefined
  return magnitude(divide(subtract(to, from), from))
}

const isLarger = (a: Rational, b: Rational): boolean =>
  a.numerator * b.denominator > b.numerator * a.denominator

const exceeds = ({ numerator, denominator }: Rational): boolean =>
  numerator * hundred > denominator * largeChangePercent

/** `12.4`, rounded down to one decimal, so that what is just above ten does not read as more than it is. */
function percentText({ numerator, denominator }: Rational): string {
  const parts = (numerator * hundred * tenths) / denominator
  return `${parts / tenths}.${parts % tenths}`
}

/** The larger of the two changes in percent, when it needs a confirmation; else null. */
export function largeChange(before: RateFigures, after: RateFigures): string | null {
  const shares = [shareOf(before.buyRate, after.buyRate), shareOf(before.sellRate, after.sellRate)].filter(
    (share) => share !== undefined,
  )
  const [largest] = shares.toSorted((a, b) => (isLarger(b, a) ? 1 : -1))
  return largest && exceeds(largest) ? percentText(largest) : null
}

/** Whether a note says in a second line why. */
export const hasSecondLine = (note: string): boolean =>
  note.split('\n').filter((line) => line.trim().length >= 3).length >= 2

/** What a person is told of a change that large, before they confirm it. */
export const largeChangeText = (pair: string, percent: string): string =>
  `${pair} changes by ${percent} %, more than ${largeChangePercent} %. Confirm it and give the reason in a second line of the note.`
