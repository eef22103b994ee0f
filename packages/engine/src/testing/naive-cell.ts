import { exponentOf } from '@signalbox/model/reference/currencies'
import type { Money, MoneyMap } from '@signalbox/model/money/money'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { Bound, Cell } from '@signalbox/model/rules/cell'
import type { FactDeclaration, Facts, FactValue } from '@signalbox/model/rules/fact'
import { compileWholePattern } from '@signalbox/model/text/user-pattern'

/**
 * What cells mean, written to be read, with none of the engine's code: no index, no shared parsing, one fact and one
 * cell at a time.
 */
export interface NaiveVocabulary {
  readonly factOf: (key: string) => FactDeclaration | undefined
  readonly expandCountries: (values: readonly string[]) => readonly string[]
  readonly rates: RateSheet | undefined
  /** Told about every cell that was looked at. */
  readonly note?: (cell: Cell, fact: FactValue | undefined, holds: boolean) => void
}

export function naiveCellHolds(
  cell: Cell,
  column: string,
  facts: Facts,
  vocabulary: NaiveVocabulary,
): boolean {
  const holds = cellHolds(cell, column, facts, vocabulary)
  vocabulary.note?.(cell, facts[vocabulary.factOf(column)?.reads ?? column], holds)
  return holds
}

function cellHolds(cell: Cell, column: string, facts: Facts, vocabulary: NaiveVocabulary): boolean {
  const declaration = vocabulary.factOf(column)
  if (!declaration) throw new Error(`no fact ${column}`)
  const fact = facts[declaration.reads ?? column] ?? undefined
  const value = 'key' in cell && cell.key !== undefined ? entry(fact, cell.key) : fact
  if (cell.op === 'notSet') return value === undefined
  if (value === undefined) return false
  switch (cell.op) {
    case 'set':
      return true
    case 'in':
    case 'mapIn':
      return someOf(value, (one) => isNamed(one, cell.values, declaration, vocabulary) === true)
    case 'notIn':
    case 'mapNotIn':
      return everyOf(value, (one) => isNamed(one, cell.values, declaration, vocabulary) === false)
    case 'is':
      return value === cell.value
    case 'prefix':
      return someOf(value, (one) => begins(one, cell.values, declaration) === true)
    case 'notPrefix':
      return everyOf(value, (one) => begins(one, cell.values, declaration) === false)
    case 'regex':
      return someOf(value, (one) => fits(one, cell.pattern, declaration) === true)
    case 'notRegex':
      return everyOf(value, (one) => fits(one, cell.pattern, declaration) === false)
    case 'cidr':
      return someOf(value, (one) => isInBlocks(one, cell.values) === true)
    case 'notCidr':
      return everyOf(value, (one) => isInBlocks(one, cell.values) === false)
    case 'range':
      return isInRange(value, cell.min, cell.max, declaration)
    case 'moneyRange':
      return isInMoneyRange(value, cell, vocabulary.rates)
    case 'match':
      return countriesAgree(value, cell.values) === true
    case 'mismatch':
      return countriesAgree(value, cell.values) === false
    case 'schedule':
      return isInWindow(value, cell)
  }
}

function entry(fact: FactValue | undefined, key: string): FactValue | undefined {
  if (typeof fact !== 'object' || Array.isArray(fact)) return undefined
  return new Map(Object.entries(fact as Record<string, FactValue>)).get(key)
}

const someOf = (value: FactValue, holds: (one: FactValue) => boolean): boolean =>
  Array.isArray(value) ? value.some((one: string) => holds(one)) : holds(value)

const everyOf = (value: FactValue, holds: (one: FactValue) => boolean): boolean =>
  Array.isArray(value) ? value.every((one: string) => holds(one)) : holds(value)

const asText = (value: FactValue): string | undefined => (typeof value === 'object' ? undefined : `${value}`)

const sameCase = (text: string, { caseSensitive }: FactDeclaration): string =>
  caseSensitive ? text : text.toLowerCase()

function isNamed(
  value: FactValue,
  named: readonly string[],
  declaration: FactDeclaration,
  vocabulary: NaiveVocabulary,
): boolean | undefined {
  if (declaration.shape === 'IP') return isInBlocks(value, named)
  if (declaration.type === 'NUMBER') {
    const number = asNumber(value)
    return number === undefined ? undefined : named.some((each) => Number(each) === number)
  }
  const text = asText(value)
  if (text === undefined) return undefined
  const values = declaration.type === 'COUNTRY' ? vocabulary.expandCountries(named) : named
  return values.some((each) => sameCase(each, declaration) === sameCase(text, declaration))
}

function begins(
  value: FactValue,
  prefixes: readonly string[],
  declaration: FactDeclaration,
): boolean | undefined {
  const text = asText(value)
  if (text === undefined || (declaration.shape === 'BIN' && !/^[0-9]+$/.test(text))) return undefined
  return prefixes.some((prefix) => sameCase(text, declaration).startsWith(sameCase(prefix, declaration)))
}

const patterns = new Map<string, (text: string) => boolean>()

function fits(value: FactValue, pattern: string, declaration: FactDeclaration): boolean | undefined {
  const text = asText(value)
  if (text === undefined) return undefined
  const caseSensitive = declaration.caseSensitive ?? false
  const key = `${caseSensitive} ${pattern}`
  const compiled = patterns.get(key) ?? compileWholePattern(pattern, { caseSensitive })
  if (!compiled) throw new Error(`no pattern ${pattern}`)
  patterns.set(key, compiled)
  return compiled(text)
}

function asNumber(value: FactValue): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/\S/.test(value)) return undefined
  return Number.isFinite(Number(value)) ? Number(value) : undefined
}

const asInstant = (value: FactValue): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

/** Least and greatest of what a value may be, in something that compares. */
function spanOf(value: FactValue, { shape }: FactDeclaration): readonly [number, number] | undefined {
  if (shape === 'BIN') {
    const text = asText(value)
    if (text === undefined || !/^[0-9]+$/.test(text)) return undefined
    const known = text.slice(0, 11)
    const unknown = 11 - known.length
    return [Number(known + '0'.repeat(unknown)), Number(known + '9'.repeat(unknown))]
  }
  const point = shape === 'INSTANT' ? asInstant(value) : asNumber(value)
  return point === undefined || Number.isNaN(point) ? undefined : [point, point]
}

function isInRange(
  value: FactValue,
  min: Bound | undefined,
  max: Bound | undefined,
  declaration: FactDeclaration,
): boolean {
  const span = spanOf(value, declaration)
  if (!span) return false
  const [least, greatest] = span
  const from = min && spanOf(min.value, declaration)
  const to = max && spanOf(max.value, declaration)
  const aboveMin = !from || (min.inclusive ? least >= from[0] : least > from[1])
  const belowMax = !to || (max.inclusive ? greatest <= to[1] : greatest < to[0])
  return aboveMin && belowMax
}

function isInMoneyRange(
  value: FactValue,
  cell: Extract<Cell, { op: 'moneyRange' }>,
  rates: RateSheet | undefined,
): boolean {
  if (typeof value !== 'object' || !('minor' in value)) return false
  const { minor, currency } = value as Money
  const boundOf = (map: MoneyMap, up: boolean): bigint | undefined => {
    const named = map[currency]
    if (named !== undefined) return BigInt(named)
    return cell.onMissing === 'CONVERT' ? converted(map, currency, rates, up) : undefined
  }
  if (cell.min) {
    const bound = boundOf(cell.min, true)
    if (bound === undefined || !(cell.minInclusive ? minor >= bound : minor > bound)) return false
  }
  if (cell.max) {
    const bound = boundOf(cell.max, false)
    if (bound === undefined || !(cell.maxInclusive ? minor <= bound : minor < bound)) return false
  }
  return true
}

/** From the base currency at the mid rate; upwards or downwards to whole minor units. */
function converted(
  map: MoneyMap,
  currency: string,
  rates: RateSheet | undefined,
  up: boolean,
): bigint | undefined {
  const inBase = rates && map[rates.base]
  const mid = rates?.quotes.get(currency)?.mid
  if (!rates || inBase === undefined || !mid) return undefined
  const numerator = BigInt(inBase) * mid.numerator * 10n ** BigInt(exponentOf(currency))
  const denominator = mid.denominator * 10n ** BigInt(exponentOf(rates.base))
  const floor = numerator / denominator
  return up && numerator % denominator !== 0n ? floor + 1n : floor
}

function countriesAgree(value: FactValue, sources: readonly string[]): boolean | undefined {
  const known = [...new Set(sources)]
    .map((source) => entry(value, source))
    .filter((country) => typeof country === 'string')
    .map((country) => country.toUpperCase())
  return known.length < 2 ? undefined : new Set(known).size === 1
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const options = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  clocks.set(timeZone, clock)
  return clock
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function isInWindow(value: FactValue, cell: Extract<Cell, { op: 'schedule' }>): boolean {
  const instant = asInstant(value)
  if (Number.isNaN(instant)) return false
  const parts = clockOf(cell.timeZone).formatToParts(instant)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  const today = weekdays.indexOf(part('weekday')) + 1
  const yesterday = today === 1 ? 7 : today - 1
  const time = `${part('hour')}:${part('minute')}`
  const { days, from, to } = cell
  if (from < to) return days.includes(today) && from <= time && time < to
  return (days.includes(today) && from <= time) || (days.includes(yesterday) && time < to)
}

const knownBits = new Map<string, string | undefined>()

/** The bits of an address: 32 or 128 of them. */
function bitsOf(text: string): string | undefined {
  if (!knownBits.has(text)) knownBits.set(text, readBits(text))
  return knownBits.get(text)
}

function readBits(text: string): string | undefined {
  if (/^\d+(\.\d+){3}$/.test(text)) {
    const octets = text.split('.')
    if (octets.some((octet) => Number(octet) > 255 || (octet.length > 1 && octet.startsWith('0'))))
      return undefined
    return octets.map((octet) => Number(octet).toString(2).padStart(8, '0')).join('')
  }
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text)
  if (dotted) {
    const low = bitsOf(dotted[2] ?? '')
    if (!low) return undefined
    const group = (bits: string) => Number.parseInt(bits, 2).toString(16)
    return bitsOf(`${dotted[1]}${group(low.slice(0, 16))}:${group(low.slice(16))}`)
  }
  if (!/^[0-9a-f:]+$/i.test(text) || !text.includes(':')) return undefined
  const [head = '', tail] = text.split('::')
  const headGroups = head === '' ? [] : head.split(':')
  const tailGroups = !tail ? [] : tail.split(':')
  const fill = tail === undefined ? 0 : 8 - headGroups.length - tailGroups.length
  const groups = [...headGroups, ...Array<string>(Math.max(fill, 0)).fill('0'), ...tailGroups]
  if (groups.length !== 8 || groups.some((group) => group === '' || group.length > 4)) return undefined
  const bits = groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('')
  const mapped = `${'0'.repeat(80)}${'1'.repeat(16)}`
  return bits.startsWith(mapped) ? bits.slice(mapped.length) : bits
}

function isInBlocks(value: FactValue, blocks: readonly string[]): boolean | undefined {
  const bits = bitsOf(asText(value) ?? '')
  if (!bits) return undefined
  return blocks.some((block) => {
    const [address = '', length] = block.split('/')
    const network = bitsOf(address)
    if (!network || network.length !== bits.length) return false
    // A block of IPv4 addresses may be written in the length of IPv6.
    const longest = address.includes(':') ? 128 : 32
    const prefix = Number(length ?? longest) - (longest - network.length)
    return bits.startsWith(network.slice(0, prefix))
  })
}
