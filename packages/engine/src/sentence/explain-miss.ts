import { writeLocalTime } from '@signalbox/model/text/local-time'
import type { Money } from '@signalbox/model/money/money'
import { moneyOf } from '@signalbox/model/money/money-map'
import type { Cell } from '@signalbox/model/rules/cell'
import type { FactDeclaration, FactValue } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'
import { formatNumber, type UserFormats } from '@signalbox/model/text/user-formats'
import { amountRangeText, periodText, rangeText } from './bounds.ts'
import { anyOf, entryName, holdsSeveral, namesOf, pluralOf, sourcesText } from './clauses.ts'
import { conditionOf, type Condition, type ConditionOf } from './condition.ts'
import { hoursText } from './hours-text.ts'
import { alternatives, joined, noneOf } from './lists.ts'
import { patternText } from './pattern-text.ts'
import { placeName } from './place-names.ts'
import { figureIn, instantText, moneyText, percentText } from './quantities.ts'
import { truthText } from './truths.ts'
import { valueName, type Wording } from './wording.ts'

/** A fact without its article, as a trace names it: `amount`, `user's country`. */
const shortName = (phrase: string): string => phrase.replace(/^the /, '')

const isMoney = (value: FactValue): value is Money => typeof value === 'object' && 'minor' in value

/**
 * Why a cell did not hold: `amount 45.00 EUR is above 30.00 EUR`, `fraud score is 90, must be at most 30`. The caller
 * knows that it did not; this only finds the words.
 */
export function explainMiss(
  fact: FactDeclaration,
  cell: Cell,
  actual: FactValue | undefined,
  wording: Wording,
): string {
  const condition = conditionOf(fact.key, cell)
  if (actual === undefined) return unknown(condition, fact)
  switch (condition.kind) {
    case 'truth':
      return truthText(fact, condition.negative)
    case 'presence': {
      const name = shortName(condition.key === undefined ? fact.phrase : entryName(fact, condition.key))
      return `${name} is ${condition.negative ? 'given, must not be' : 'not given'}`
    }
    case 'amounts':
      return isMoney(actual) ? amountMiss(condition, fact, actual, wording.formats) : unreadable(fact)
    case 'agreement':
      return agreementMiss(condition, fact, actual)
    case 'hours':
      return typeof actual === 'string'
        ? `it is ${localTime(actual, condition.timeZone)}, must be ${hoursText(condition)}`
        : unreadable(fact)
    case 'entry': {
      const value = entryOf(actual, condition.key)
      const name = shortName(entryName(fact, condition.key))
      if (value === undefined) return `${name} is not given`
      return `${name} is ${valueText(fact, value, wording)}, ${mustBe(condition, fact, wording)}`
    }
    case 'values':
    case 'pattern':
    case 'range': {
      const is = holdsSeveral(fact) ? 'are' : 'is'
      return `${nameOf(fact)} ${is} ${valueText(fact, actual, wording)}, ${mustBe(condition, fact, wording)}`
    }
  }
}

/** `Row 1 did not match: amount 45.00 EUR is above 30.00 EUR; fraud score is 90, must be at most 30.` */
export function explainMissedRow(
  no: number,
  failed: readonly { readonly column: string; readonly cell: Cell; readonly actual: FactValue | undefined }[],
  wording: Wording,
): string {
  const misses = failed.flatMap(({ column, cell, actual }) => {
    const fact = factOf(column)
    return fact ? [explainMiss(fact, cell, actual, wording)] : []
  })
  return `Row ${no} did not match: ${misses.join('; ')}.`
}

const nameOf = (fact: FactDeclaration): string => (fact.shape === 'INSTANT' ? 'it' : shortName(fact.phrase))

const unreadable = (fact: FactDeclaration): string => `${nameOf(fact)} cannot be compared`

function unknown(condition: Condition, fact: FactDeclaration): string {
  const key = 'key' in condition ? condition.key : undefined
  const name = shortName(key === undefined ? fact.phrase : entryName(fact, key))
  if (condition.kind === 'truth') return `it is not known whether ${fact.phrase}`
  return `${name} is not known${fact.needs ? ` (needs a ${fact.needs})` : ''}`
}

function entryOf(actual: FactValue, key: string): FactValue | undefined {
  if (typeof actual !== 'object' || Array.isArray(actual) || !Object.hasOwn(actual, key)) return undefined
  return (actual as Readonly<Record<string, FactValue>>)[key]
}

/** A value of a payment in the words of its column. */
function valueText(fact: FactDeclaration, value: FactValue, wording: Wording): string {
  const { formats } = wording
  if (Array.isArray(value)) {
    const names = namesOf(fact, value as readonly string[], wording)
    return names.length > 0 ? joined(names, 'and') : 'none'
  }
  if (typeof value === 'object') return isMoney(value) ? moneyText(value, formats) : 'a map'
  if (fact.shape === 'INSTANT') return instantText(String(value), formats)
  if (fact.shape === 'PERCENT' && typeof value === 'number') return percentText(value, formats)
  if (typeof value === 'number') return formatNumber(value, formats)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return valueName(fact, value, wording)
}

/** What the cell wanted instead. */
function mustBe(
  condition: ConditionOf<'values' | 'entry' | 'pattern' | 'range'>,
  fact: FactDeclaration,
  wording: Wording,
): string {
  switch (condition.kind) {
    case 'pattern':
      return `must ${condition.negative ? 'not ' : ''}${patternText(condition.pattern, 'bare')}`
    case 'range':
      return fact.shape === 'INSTANT'
        ? `must be ${periodText(condition, wording.formats)}`
        : `must be ${rangeText(condition, fact, wording.formats)}`
    case 'entry':
      return mustBeOneOf(condition, fact, wording)
    case 'values':
      if (condition.by === 'equality') return mustBeOneOf(condition, fact, wording)
      return mustBegin(condition)
  }
}

function mustBegin({ by, negative, values }: ConditionOf<'values'>): string {
  const must = negative ? 'must not' : 'must'
  return by === 'network'
    ? `${must} be in ${alternatives(values, 'networks')}`
    : `${must} begin with ${alternatives(values, 'beginnings')}`
}

function mustBeOneOf(
  { negative, values }: Pick<ConditionOf<'values'>, 'negative' | 'values'>,
  fact: FactDeclaration,
  wording: Wording,
): string {
  const verb = holdsSeveral(fact) ? 'include' : 'be'
  if (!negative) return `must ${verb} ${anyOf(fact, values, wording)}`
  const names = namesOf(fact, values, wording)
  return names.length === 1 ? `must not ${verb} ${names[0]}` : `must ${verb} ${noneOf(names, pluralOf(fact))}`
}

function amountMiss(
  condition: ConditionOf<'amounts'>,
  fact: FactDeclaration,
  actual: Money,
  formats: UserFormats,
): string {
  const { least, leastInclusive, greatest, greatestInclusive, converts } = condition
  const { currency, minor } = actual
  const name = `${shortName(fact.phrase)} ${moneyText(actual, formats)}`
  const low = least && moneyOf(least, currency)
  const high = greatest && moneyOf(greatest, currency)
  if ((least && !low) || (greatest && !high)) {
    const range = amountRangeText({ ...condition, converts: false }, formats)
    return converts ? `${name} is not worth ${range}` : `${name} has no bound in ${currency}`
  }
  if (low && least && (minor < low.minor || (minor === low.minor && !leastInclusive)))
    return `${name} is ${minor < low.minor ? 'below' : 'not above'} ${figureIn(least, currency, formats)} ${currency}`
  if (high && greatest && (minor > high.minor || (minor === high.minor && !greatestInclusive)))
    return `${name} is ${minor > high.minor ? 'above' : 'not below'} ${figureIn(greatest, currency, formats)} ${currency}`
  return `${name} does not match`
}

function agreementMiss(
  { sources, negative }: ConditionOf<'agreement'>,
  fact: FactDeclaration,
  actual: FactValue,
): string {
  const known = sources.flatMap((source) => {
    const country = entryOf(actual, source)
    return typeof country === 'string' ? [placeName(country)] : []
  })
  const name = shortName(sourcesText(sources, fact))
  if (known.length < 2) return `fewer than two of the ${name} are known`
  return `${name} ${negative ? 'are the same' : 'differ'} (${joined(negative ? known.slice(0, 1) : known, 'and')})`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** `Sunday 23:10`, where the schedule is. */
function localTime(iso: string, timeZone: string): string {
  const instantMs = Date.parse(iso)
  if (Number.isNaN(instantMs)) return iso
  const day = new Date(writeLocalTime('YYYY-MM-DD', instantMs, timeZone)).getUTCDay()
  return `${weekdays[day]} ${writeLocalTime('HH:MM', instantMs, timeZone)}`
}
