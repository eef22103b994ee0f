import type { FactValue } from '@signalbox/model/rules/fact'

/**
 * How a fact is understood. A value that cannot be read as what its column compares is known, but no operator says
 * anything about it, the negated ones included.
 */

export function textOf(value: FactValue): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'object' ? undefined : String(value)
}

export function numberOf(value: FactValue): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

// All tables of a payment ask about the same instant.
let lastText = ''
let lastInstant: number | undefined

export function instantOf(value: FactValue): number | undefined {
  if (typeof value !== 'string') return undefined
  if (value === lastText) return lastInstant
  const parsed = Date.parse(value)
  lastText = value
  lastInstant = Number.isNaN(parsed) ? undefined : parsed
  return lastInstant
}

const binDigits = 11
const onlyDigits = /^\d+$/

/** The card numbers a BIN stands for, in the space of eleven digits: shorter ones stand for a range. */
export function binSpanOf(value: FactValue): readonly [from: number, to: number] | undefined {
  const text = textOf(value)
  if (text === undefined || !onlyDigits.test(text)) return undefined
  const known = text.slice(0, binDigits)
  return [Number(known.padEnd(binDigits, '0')), Number(known.padEnd(binDigits, '9'))]
}

/**
 * A BIN on an axis on which every prefix is an interval: by its digits, and among those that differ only in how many
 * zeros they end with, the shorter first. Begins where the prefix begins, and ends with the longest text behind it.
 */
export function binPointOf(value: FactValue): number | undefined {
  const text = textOf(value)
  if (text === undefined || text === '') return undefined
  let number = 0
  const length = Math.min(text.length, binDigits)
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48
    if (digit < 0 || digit > 9) return undefined
    if (i < binDigits) number = number * 10 + digit
  }
  return number * (powersOfTen[binDigits - length] as number) * pointsPerNumber + length
}

export const lastPointOf = (binEnd: number): number => binEnd * pointsPerNumber + binDigits

const pointsPerNumber = binDigits + 1
const powersOfTen = Array.from({ length: binDigits + 1 }, (_, exponent) => 10 ** exponent)

/** One value of a map; maps come from outside, so a key may be any text. */
export function entryOf(value: FactValue, key: string): FactValue | undefined {
  if (typeof value !== 'object' || Array.isArray(value) || !Object.hasOwn(value, key)) return undefined
  return (value as Readonly<Record<string, FactValue>>)[key] ?? undefined
}

/** Whether countries from several sources are one and the same; `undefined` unless at least two are known. */
export function sourcesAgree(value: FactValue, sources: readonly string[]): boolean | undefined {
  let first: string | undefined
  let known = 0
  let agree = true
  for (const source of sources) {
    const country = textOf(entryOf(value, source) ?? [])?.toLowerCase()
    if (country === undefined) continue
    known++
    first ??= country
    if (country !== first) agree = false
  }
  return known < 2 ? undefined : agree
}
