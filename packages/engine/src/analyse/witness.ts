import { toWire } from '@signalbox/model/money/money-schema'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { Money } from '@signalbox/model/money/money'
import type { Cell } from '@signalbox/model/rules/cell'
import type { Facts, FactValue } from '@signalbox/model/rules/fact'
import type { Rule } from '@signalbox/model/rules/rule'
import { buildIndex } from '../build-index.ts'
import { firstMatch } from '../intersect.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { Point } from './coverage.ts'
import { membersOf } from './point-bits.ts'
import { everywhere, type Dimension, type Space } from './space.ts'

type Conditions = Rule['conditions']

/** Whether a payment meets all of the conditions, by the engine that decides about payments. */
export function meets(
  facts: Facts,
  conditions: readonly Conditions[],
  vocabulary: Vocabulary,
  rates?: RateSheet,
): boolean {
  return conditions.every((each) => {
    if (Object.keys(each).length === 0) return true
    const index = buildIndex([{ enabled: true, conditions: each }], vocabulary)
    return firstMatch(index, { facts, rates, converted: undefined, withoutPsp: false }) === 0
  })
}

const hourMs = 3_600_000

/** Values worth trying where nobody can tell from a cell what it accepts. */
export function* guesses(cell: Cell, nowMs: number): Generator<FactValue> {
  switch (cell.op) {
    case 'match':
    case 'mismatch': {
      const place = (_: string, index: number) => (cell.op === 'match' || index === 0 ? 'SWE' : 'NOR')
      yield Object.fromEntries(cell.values.map((source, index) => [source, place(source, index)]))
      return
    }
    case 'schedule':
      for (let hour = 0; hour < 24 * 7; hour++) yield new Date(nowMs + hour * hourMs).toISOString()
      return
    case 'moneyRange':
      for (const bounds of [cell.min, cell.max])
        for (const [currency, minor] of Object.entries(bounds ?? {}))
          for (const more of [0n, 1n, -1n]) yield { minor: BigInt(minor) + more, currency }
      return
    case 'range':
      for (const bound of [cell.min, cell.max]) if (bound) yield String(bound.value)
      return
    case 'regex':
    case 'notRegex':
      yield* patternGuesses(cell.pattern)
      return
    default:
      if ('values' in cell) yield* cell.values
  }
}

/** The plainest texts a pattern may stand for. */
function* patternGuesses(pattern: string): Generator<string> {
  for (const part of [pattern, ...pattern.split('|')]) {
    yield part
    yield part
      .replaceAll(/\(\?:|[()^$]/g, '')
      .replaceAll(/\[(\^?)(.)[^\]]*\]/g, (_, not: string, first: string) => (not ? '7' : first))
      .replaceAll(String.raw`\d`, '1')
      .replaceAll(/\\w/g, 'a')
      .replaceAll(/\\(.)/g, '$1')
      .replaceAll(/(.)(?:\*|\?|\+|\{\d+(?:,\d*)?\})/g, '$1')
      .replaceAll('.', 'a')
  }
  yield 'other'
}

/** The value of one column at a point: what its axis says, what is in its list, or what a cell may be content with. */
function valueAt(
  own: readonly (readonly [Dimension, number])[],
  nowMs: number,
  accepts: (cell: Cell, column: string, value: FactValue) => boolean,
): FactValue | undefined {
  const main = own.find(([{ about }]) => about === 'axis')
  if (!main || main[1] === 0) return undefined
  const named = own.flatMap(([{ about, values }, place]) =>
    about === 'member' && place === 1 ? [values[1] as string] : [],
  )
  const wanted = own.flatMap(([{ about, cell, column }, place]) =>
    about === 'cell' && cell ? [{ cell, column, holds: place === 1 }] : [],
  )
  const fits = (value: FactValue) =>
    wanted.every(({ cell, column, holds }) => accepts(cell, column, value) === holds)
  const plain = main[0].values[main[1]]
  if (named.length > 0 || own.some(([{ about }]) => about === 'member'))
    return named.length > 0 ? named : 'other'
  if (wanted.length === 0) return plain === true && main[0].fact.type !== 'BOOLEAN' ? 'other' : plain
  if (plain !== undefined && fits(plain)) return plain
  for (const { cell } of wanted) for (const value of guesses(cell, nowMs)) if (fits(value)) return value
  return plain
}

/** A payment that lies on a point, as far as one can: facts may exclude each other in ways no cell tells. */
function paymentAt(space: Space, point: Point, vocabulary: Vocabulary, nowMs: number): Facts {
  const columns = new Map<string, (readonly [Dimension, number])[]>()
  space.dimensions.forEach((dimension, d) => {
    const key = `${dimension.column} ${dimension.entry}`
    columns.set(key, [...(columns.get(key) ?? []), [dimension, point[d] ?? 0]])
  })
  const facts: Record<string, FactValue | undefined> = {}
  for (const own of columns.values()) {
    const [first] = own
    if (!first) continue
    const [{ column, entry, fact }] = first
    const reads = fact.reads ?? column
    const accepts = (cell: Cell, key: string, value: FactValue) =>
      meets(
        { [reads]: entry === '' ? value : ({ [entry]: value } as FactValue) },
        [{ [key]: cell }],
        vocabulary,
      )
    const value = valueAt(own, nowMs, accepts)
    if (value === undefined) continue
    if (entry === '') facts[reads] ??= fact.type.endsWith('_MAP') && value === 'other' ? {} : value
    else facts[reads] = { ...(facts[reads] as object | undefined), [entry]: value } as FactValue
  }
  return facts
}

export const isMoney = (value: FactValue | undefined): value is Money =>
  typeof value === 'object' && 'minor' in value && typeof value.minor === 'bigint'

/** Facts as JSON writes them, for whoever tries the payment. */
export const written = (facts: Facts): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, isMoney(value) ? toWire(value) : value]],
    ),
  )

/** Other points of a row that differ from one in the amount: it must be in the currency of the payment. */
function* withOtherAmounts(space: Space, point: Point, row: number): Generator<Point> {
  yield point
  const d = space.dimensions.findIndex(({ column, about }) => column === 'amount' && about === 'axis')
  const dimension = space.dimensions[d]
  if (!dimension || !space.dimensions.some(({ column }) => column === 'currency')) return
  for (const place of membersOf(space.regionOf(row, dimension)?.bits ?? everywhere(dimension.size)))
    yield point.with(d, place)
}

/** A payment has one currency, whether a rule asks for it or for the amount. */
const withCurrency = (facts: Facts): Facts =>
  isMoney(facts.amount) && facts.currency === undefined
    ? { ...facts, currency: facts.amount.currency }
    : facts

const isPossible = ({ amount, currency }: Facts): boolean =>
  !isMoney(amount) || currency === undefined || amount.currency === currency

/** The first payment at the point, or beside it, that shows what is to be shown. */
export function witnessAt(
  space: Space,
  point: Point,
  row: number,
  { vocabulary, nowMs }: { readonly vocabulary: Vocabulary; readonly nowMs: number },
  shows: (facts: Facts) => boolean,
): Record<string, unknown> | undefined {
  for (const each of withOtherAmounts(space, point, row)) {
    const facts = withCurrency(paymentAt(space, each, vocabulary, nowMs))
    if (isPossible(facts) && shows(facts)) return written(facts)
  }
  return undefined
}
