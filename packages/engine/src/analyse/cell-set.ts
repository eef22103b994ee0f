import type { Bound, Cell } from '@signalbox/model/rules/cell'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { canonicalConditions } from '../canonical-conditions.ts'
import { instantOf, numberOf } from '../fact-readings.ts'
import { parseAddressRange, type Address } from '../ip-address.ts'
import type { Vocabulary } from '../vocabulary.ts'

/** From one point to another. An end that is missing is open for ever. */
export interface Span {
  readonly from: Address | undefined
  readonly fromInclusive: boolean
  readonly to: Address | undefined
  readonly toInclusive: boolean
}

/** What a cell accepts, in the few forms that can be compared. What cannot be compared equals only itself. */
export type CellSet =
  | { readonly kind: 'texts'; readonly negated: boolean; readonly values: ReadonlySet<string> }
  | { readonly kind: 'prefixes'; readonly negated: boolean; readonly values: readonly string[] }
  | { readonly kind: 'spans'; readonly negated: boolean; readonly spans: readonly Span[] }
  | { readonly kind: 'money'; readonly byCurrency: ReadonlyMap<string, Span> }
  | { readonly kind: 'known' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'opaque' }

export interface ComparableCell {
  /** Equal texts accept the same. */
  readonly text: string
  /** The entry of a map it looks at; cells about different entries say nothing about each other. */
  readonly entry: string
  /** Payments may carry several values of the fact at once. */
  readonly many: boolean
  readonly set: CellSet
}

type Conditions = Readonly<Record<string, Cell>>

export interface ConditionCell {
  readonly column: string
  readonly cell: Cell
  readonly made: ComparableCell
}

interface CellCache {
  /** The same objects come again with every keystroke elsewhere in the table. */
  readonly byRow: WeakMap<Conditions, readonly ConditionCell[]>
  /** Ten thousand rows ask for the same few methods and currencies; what was made of one serves the next. */
  readonly byText: Map<string, ComparableCell>
}

const maxTexts = 100_000
const knownTo = new WeakMap<Vocabulary, CellCache>()

function cacheOf(vocabulary: Vocabulary): CellCache {
  let known = knownTo.get(vocabulary)
  if (!known) knownTo.set(vocabulary, (known = { byRow: new WeakMap(), byText: new Map() }))
  return known
}

/** The cells of a row, each as it is compared. */
export function comparableCells(conditions: Conditions, vocabulary: Vocabulary): readonly ConditionCell[] {
  const { byRow } = cacheOf(vocabulary)
  const before = byRow.get(conditions)
  if (before) return before
  const cells: ConditionCell[] = []
  for (const column in conditions) {
    const cell = conditions[column]
    if (cell) cells.push({ column, cell, made: comparableCell(column, cell, vocabulary) })
  }
  byRow.set(conditions, cells)
  return cells
}

export function comparableCell(key: string, cell: Cell, vocabulary: Vocabulary): ComparableCell {
  const { byText } = cacheOf(vocabulary)
  const text = `${key} ${JSON.stringify(cell)}`
  const before = byText.get(text)
  if (before) return before
  const made = compared(key, cell, vocabulary)
  if (byText.size >= maxTexts) byText.clear()
  byText.set(text, made)
  return made
}

function compared(key: string, cell: Cell, vocabulary: Vocabulary): ComparableCell {
  const fact = vocabulary.factOf(key)
  let text: string | undefined
  return {
    // Only few are asked for it, and it takes longer than all the rest.
    get text() {
      return (text ??= canonicalConditions({ [key]: cell }, vocabulary))
    },
    entry: 'key' in cell && cell.key !== undefined ? cell.key : '',
    many: fact?.many === true || fact?.type === 'STRING_LIST_MAP',
    set: fact ? setOf(cell, fact, vocabulary) : { kind: 'opaque' },
  }
}

function setOf(cell: Cell, fact: FactDeclaration, { expandCountries }: Vocabulary): CellSet {
  const same = (value: string) => (fact.caseSensitive ? value : value.toLowerCase())
  switch (cell.op) {
    case 'in':
    case 'notIn': {
      if (fact.shape === 'IP') return addressSet(cell.values, cell.op === 'notIn')
      if (fact.type === 'NUMBER') return numberSet(cell.values, cell.op === 'notIn')
      const values = fact.type === 'COUNTRY' ? expandCountries(cell.values) : cell.values
      return { kind: 'texts', negated: cell.op === 'notIn', values: new Set(values.map(same)) }
    }
    case 'mapIn':
    case 'mapNotIn':
      return { kind: 'texts', negated: cell.op === 'mapNotIn', values: new Set(cell.values.map(same)) }
    case 'is':
      return { kind: 'texts', negated: false, values: new Set([String(cell.value)]) }
    case 'prefix':
    case 'notPrefix':
      return { kind: 'prefixes', negated: cell.op === 'notPrefix', values: cell.values.map(same) }
    case 'cidr':
    case 'notCidr':
      return addressSet(cell.values, cell.op === 'notCidr')
    case 'range':
      return rangeSet(cell, fact)
    case 'moneyRange':
      return cell.onMissing === 'NO_MATCH' ? moneySet(cell) : { kind: 'opaque' }
    case 'set':
      return { kind: 'known' }
    case 'notSet':
      return { kind: 'missing' }
    case 'regex':
    case 'notRegex':
    case 'match':
    case 'mismatch':
    case 'schedule':
      return { kind: 'opaque' }
  }
}

const closed = (from: Address, to: Address): Span => ({ from, fromInclusive: true, to, toInclusive: true })

function addressSet(blocks: readonly string[], negated: boolean): CellSet {
  const spans = blocks.map((block) => parseAddressRange(block))
  if (spans.some((span) => span === undefined)) return { kind: 'opaque' }
  return { kind: 'spans', negated, spans: spans.flatMap((span) => (span ? closed(span.from, span.to) : [])) }
}

/** Numbers may be written in several ways. */
function numberSet(values: readonly string[], negated: boolean): CellSet {
  const numbers = values.map((value) => numberOf(value))
  if (numbers.includes(undefined)) return { kind: 'opaque' }
  return {
    kind: 'spans',
    negated,
    spans: numbers.flatMap((number) => (number === undefined ? [] : closed(number, number))),
  }
}

function rangeSet({ min, max }: Extract<Cell, { op: 'range' }>, { shape }: FactDeclaration): CellSet {
  // Card numbers of any length may lie in a range of them: nobody compares those with beginnings.
  if (shape === 'BIN') return { kind: 'opaque' }
  const read = (bound: Bound | undefined): number | undefined => {
    if (!bound) return undefined
    return shape === 'INSTANT' ? instantOf(bound.value) : numberOf(bound.value)
  }
  const [from, to] = [read(min), read(max)]
  if ((min && from === undefined) || (max && to === undefined)) return { kind: 'opaque' }
  return {
    kind: 'spans',
    negated: false,
    spans: [{ from, fromInclusive: min?.inclusive ?? true, to, toInclusive: max?.inclusive ?? true }],
  }
}

/** A currency one of the bounds does not name is not accepted at all. */
function moneySet({ min, max, minInclusive, maxInclusive }: Extract<Cell, { op: 'moneyRange' }>): CellSet {
  if (!min && !max) return { kind: 'opaque' }
  const currencies = Object.keys(min ?? max ?? {}).filter((currency) => !max || currency in max)
  const amount = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits))
  return {
    kind: 'money',
    byCurrency: new Map(
      currencies.map((currency) => [
        currency,
        {
          from: amount(min?.[currency]),
          fromInclusive: minInclusive,
          to: amount(max?.[currency]),
          toInclusive: maxInclusive,
        },
      ]),
    ),
  }
}
