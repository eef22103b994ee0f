import { isCalendarDay } from '../../text/local-time.ts'
import type { Bound, Cell } from '../cell.ts'
import { isInstant, percentText } from '../check-range.ts'
import type { FactDeclaration } from '../fact.ts'
import { notANumber, quoted } from '../rule-problem.ts'
import { endsText, splitRange, type Ends } from './range-ends.ts'
import { UnreadableText } from './unreadable-text.ts'

type Range = Extract<Cell, { op: 'range' }>
type Side = 'min' | 'max'

const decimal = /^-?\d{1,12}(?:\.\d{1,6})?$/

function readNumber(text: string): number {
  if (!decimal.test(text)) throw new UnreadableText('NUMBER', notANumber(text))
  return Number(text)
}

/** Percent to parts per million; more than four decimals would not be exact. */
export function readPercent(text: string): number {
  const figure = text.endsWith('%') ? text.slice(0, -1).trimEnd() : text
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d{1,8})(?:\.(\d{1,4}))?$/.exec(figure) ?? []
  if (whole === '')
    throw new UnreadableText('NUMBER', `${quoted(text)} is not a percentage with at most four decimals`)
  const ppm = Number(whole + decimals.padEnd(4, '0'))
  return sign === '' || ppm === 0 ? ppm : -ppm
}

const minuteOfUtc = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?(?: ?(?:UTC|Z))?$/
const dayMs = 24 * 60 * 60 * 1000

const startOf = (day: string): string => `${day}T00:00:00Z`
const dayAfter = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

/**
 * A time in UTC, or a day. A day is a stretch of time: up to the 31st means to its end, after the 31st means from the
 * 1st on.
 */
function readInstant(text: string, inclusive: boolean, side: Side): Bound {
  if (isCalendarDay(text)) {
    const isBehind = side === 'min' ? !inclusive : inclusive
    return { value: startOf(isBehind ? dayAfter(text) : text), inclusive: side === 'min' }
  }
  const [, day = '', minute = '', second = ':00'] = minuteOfUtc.exec(text) ?? []
  const value = isInstant(text) ? text : `${day}T${minute}${second}Z`
  if (!isInstant(value))
    throw new UnreadableText('INSTANT', `${quoted(text)} is not a time in UTC such as 2026-03-01 01:00`)
  return { value, inclusive }
}

function readBound(fact: FactDeclaration, text: string, inclusive: boolean, side: Side): Bound {
  if (fact.shape === 'INSTANT') return readInstant(text, inclusive, side)
  if (fact.shape === 'BIN') return { value: text, inclusive }
  return { value: fact.shape === 'PERCENT' ? readPercent(text) : readNumber(text), inclusive }
}

const both = (text: string): Ends => ({ min: text, max: text, minInclusive: true, maxInclusive: true })

/** A figure alone stands for itself. */
export function readRange(fact: FactDeclaration, text: string): Range {
  const { min, max, minInclusive, maxInclusive } = splitRange(text) ?? both(text)
  return {
    op: 'range',
    ...(min !== undefined && { min: readBound(fact, min, minInclusive, 'min') }),
    ...(max !== undefined && { max: readBound(fact, max, maxInclusive, 'max') }),
  }
}

const wholeMinute = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):00Z$/

function boundText({ shape }: FactDeclaration, { value }: Bound): string {
  if (shape === 'PERCENT' && typeof value === 'number') return percentText(value)
  return shape === 'INSTANT' ? String(value).replace(wholeMinute, '$1 $2') : String(value)
}

export function rangeText(fact: FactDeclaration, { min, max }: Range): string {
  if (!min && !max) return '..'
  return endsText({
    minInclusive: min?.inclusive ?? true,
    maxInclusive: max?.inclusive ?? true,
    ...(min && { min: boundText(fact, min) }),
    ...(max && { max: boundText(fact, max) }),
  })
}
