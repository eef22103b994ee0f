import { canonicalJson } from '../../text/canonical-json.ts'
import type { Bound, Cell } from '../cell.ts'
import { countryGroups } from '../country-groups.ts'
import type { FactDeclaration } from '../fact.ts'

/** One cell that holds where both do; `never` where none could; `apart` where one row cannot ask both. */
export type JoinedCell = Cell | 'never' | 'apart'

type Lists = Extract<Cell, { op: 'in' | 'notIn' }>
type Range = Extract<Cell, { op: 'range' }>
type MoneyRange = Extract<Cell, { op: 'moneyRange' }>

const isList = (cell: Cell): cell is Lists => cell.op === 'in' || cell.op === 'notIn'

const groupCodes = new Set(countryGroups.map(({ code }) => code))

/** Values that stand for themselves; a group of countries stands for its members. */
const isPlain = ({ type, many }: FactDeclaration, { values }: Lists): boolean =>
  !many && !(type === 'COUNTRY' && values.some((value) => groupCodes.has(value)))

function joinLists(fact: FactDeclaration, a: Lists, b: Lists): JoinedCell {
  const all = [...new Set([...a.values, ...b.values])]
  // What refuses each of two lists refuses both.
  if (a.op === 'notIn' && b.op === 'notIn') return { op: 'notIn', values: all }
  if (!isPlain(fact, a) || !isPlain(fact, b)) return 'apart'
  const form = (value: string) => (fact.caseSensitive ? value : value.toLowerCase())
  const [kept, other] = a.op === 'in' ? [a, b] : [b, a]
  const named = new Set(other.values.map(form))
  const values = kept.values.filter((value) => named.has(form(value)) === (other.op === 'in'))
  return values.length === 0 ? 'never' : { op: 'in', values }
}

/** The tighter of two ends; `sign` is 1 where the greater one is. */
function tighter(a: Bound | undefined, b: Bound | undefined, sign: 1 | -1): Bound | undefined {
  if (!a || !b) return a ?? b
  if (a.value === b.value) return a.inclusive ? b : a
  return (a.value > b.value ? 1 : -1) === sign ? a : b
}

function joinRanges({ shape }: FactDeclaration, a: Range, b: Range): JoinedCell {
  const ends = [a.min, a.max, b.min, b.max].filter((end) => end !== undefined)
  const isComparable =
    ends.every(({ value }) => typeof value === 'number') ||
    (shape === 'INSTANT' && ends.every(({ value }) => typeof value === 'string' && value.endsWith('Z')))
  if (!isComparable) return 'apart'
  const [min, max] = [tighter(a.min, b.min, 1), tighter(a.max, b.max, -1)]
  if (min && max && (min.value > max.value || (min.value === max.value && !(min.inclusive && max.inclusive))))
    return 'never'
  return { op: 'range', ...(min && { min }), ...(max && { max }) }
}

/** From 10 EUR and below 100 EUR: two ends of one range, if each names the same currencies. */
function joinAmounts(a: MoneyRange, b: MoneyRange): JoinedCell {
  const [lower, upper] = a.min ? [a, b] : [b, a]
  if (!lower.min || lower.max || !upper.max || upper.min) return 'apart'
  const [from, to] = [lower.min, upper.max]
  const names = Object.keys(from)
  const isSame = names.length === Object.keys(to).length && names.every((name) => Object.hasOwn(to, name))
  if (!isSame || lower.onMissing !== upper.onMissing) return 'apart'
  const isCrossed = names.some((name) => BigInt(from[name] ?? 0) > BigInt(to[name] ?? 0))
  if (isCrossed) return 'apart'
  const { minInclusive, onMissing } = lower
  return { op: 'moneyRange', min: from, max: to, minInclusive, maxInclusive: upper.maxInclusive, onMissing }
}

/** Two conditions on one fact as one cell, because a row has one cell per column. */
export function joinCells(fact: FactDeclaration, a: Cell, b: Cell): JoinedCell {
  if (canonicalJson(a) === canonicalJson(b)) return a
  if (isList(a) && isList(b)) return joinLists(fact, a, b)
  if (a.op === 'range' && b.op === 'range') return joinRanges(fact, a, b)
  if (a.op === 'moneyRange' && b.op === 'moneyRange') return joinAmounts(a, b)
  if (a.op === 'is' && b.op === 'is') return 'never'
  return 'apart'
}
