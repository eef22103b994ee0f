import { isCalendarDay } from '../text/local-time.ts'
import type { MoneyMap } from '../money/money.ts'
import type { Bound, Cell } from './cell.ts'
import { checkBin, checkBounds, checkCurrency, isPlainNumber } from './check-value.ts'
import type { FactDeclaration } from './fact.ts'
import {
  firstOf,
  firstProblem,
  noneOf,
  notANumber,
  problem,
  quoted,
  type CellProblem,
} from './rule-problem.ts'

type Range = Extract<Cell, { op: 'range' }>
type MoneyRange = Extract<Cell, { op: 'moneyRange' }>

const instant = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/

/** UTC to the second or the millisecond. */
export const isInstant = (text: string): boolean => isCalendarDay(instant.exec(text)?.[1] ?? '')

/** Parts per million as people write them. */
export const percentText = (ppm: number): string => `${ppm / 10_000}%`

function checkBound({ shape, ...fact }: FactDeclaration, { value }: Bound): CellProblem | undefined {
  if (shape === 'INSTANT')
    return typeof value === 'string' && isInstant(value)
      ? undefined
      : problem('INSTANT', `${quoted(String(value))} is not a time in UTC such as 2026-03-01T01:00:00Z`)
  if (shape === 'BIN') return checkBin(String(value))
  if (typeof value !== 'number' || !isPlainNumber(value)) return problem('NUMBER', notANumber(String(value)))
  if (shape === 'PERCENT' && !Number.isInteger(value))
    return problem('NUMBER', 'A percentage has at most four decimals')
  return checkBounds(value, fact, shape === 'PERCENT' ? percentText : undefined)
}

const binDigits = 11

/** Where a bound lies on the line of its fact. A short BIN stands for all numbers that begin with it. */
function position(fact: FactDeclaration, { value, inclusive }: Bound, side: 'min' | 'max'): number {
  if (fact.shape === 'INSTANT') return Date.parse(String(value))
  if (fact.shape !== 'BIN') return Number(value)
  const toTheEnd = (side === 'max') === inclusive
  return Number(String(value).padEnd(binDigits, toTheEnd ? '9' : '0'))
}

const reversed = problem('REVERSED', 'The start of the range is after its end')

export function checkRange(fact: FactDeclaration, { min, max }: Range): CellProblem | undefined {
  if (!min && !max) return problem('EMPTY', 'A range needs a start or an end')
  const bounds = [min, max].filter((bound) => bound !== undefined)
  return firstProblem(
    () => firstOf(bounds, (bound) => checkBound(fact, bound)),
    () => {
      if (!min || !max) return undefined
      const length = position(fact, max, 'max') - position(fact, min, 'min')
      return length < 0 || (length === 0 && !(min.inclusive && max.inclusive)) ? reversed : undefined
    },
  )
}

const amount = /^(?:0|[1-9]\d{0,14})$/

/** One amount per currency, in the smallest unit. */
export function checkMoneyMap(amounts: MoneyMap): CellProblem | undefined {
  const entries = Object.entries(amounts)
  if (entries.length === 0) return noneOf('currency')
  return firstOf(entries, ([currency, minor]) =>
    firstProblem(
      () => checkCurrency(currency),
      () =>
        amount.test(minor)
          ? undefined
          : problem('AMOUNT', `${quoted(minor)} ${currency} is not an amount of at most 15 digits`),
    ),
  )
}

/** The first currency in which the lower amounts are above the upper ones. */
export const reversedCurrency = (min: MoneyMap, max: MoneyMap, equalIsFine = true): string | undefined =>
  Object.keys(min).find((currency) => {
    const upper = Object.hasOwn(max, currency) ? max[currency] : undefined
    if (upper === undefined) return false
    const room = BigInt(upper) - BigInt(min[currency] ?? 0)
    return room < 0n || (room === 0n && !equalIsFine)
  })

export function checkMoneyRange({
  min,
  max,
  minInclusive,
  maxInclusive,
}: MoneyRange): CellProblem | undefined {
  if (!min && !max) return problem('EMPTY', 'A range needs a start or an end')
  return firstProblem(
    () => min && checkMoneyMap(min),
    () => max && checkMoneyMap(max),
    () => {
      const currency = min && max && reversedCurrency(min, max, minInclusive && maxInclusive)
      return currency === undefined
        ? undefined
        : problem('REVERSED', `The start of the range is after its end in ${currency}`)
    },
  )
}
