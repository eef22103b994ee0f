import { countries } from '@signalbox/model/reference/countries'
import { currencies } from '@signalbox/model/reference/currencies'
import type { FactDeclaration, FactValue } from '@signalbox/model/rules/fact'
import type { Address } from '../ip-address.ts'
import type { CellSet, Span } from './cell-set.ts'
import { addressText, nextAddress, numberLine, placeIn, placesOf, sortedLine, type Line } from './line.ts'

/** From one place up to, not including, another. */
type Places = readonly [from: number, to: number]

/**
 * All values of one fact, by a few that stand for the others: no cell of the table tells two values apart that are
 * stood for by the same one. Every axis begins with the fact that is missing.
 */
export interface Axis {
  readonly values: readonly (FactValue | undefined)[]
  /** Values up to here are missing or unreadable: not even what is negated accepts them. */
  readonly readable: number
  /** Where the values are that the cell names, whether it wants or refuses them. */
  readonly places: (set: CellSet) => readonly Places[]
}

/** Known, but not as anything the fact could be. */
const unreadable = {}

const isText = (set: CellSet) => set.kind === 'texts' || set.kind === 'prefixes'

/** What a person would expect in such a column and nobody named. */
function* strangers({ type, options, suggestions, shape }: FactDeclaration): Generator<string> {
  if (type === 'COUNTRY') for (const { code } of countries) yield code
  if (type === 'CURRENCY') for (const { code } of currencies) yield code
  yield* Object.keys(options ?? {})
  yield* suggestions ?? []
  if (shape === 'BIN') for (let first = 9; first >= 0; first--) yield `${first}99999`
  for (let n = 1; ; n++) yield shape === 'BIN' ? String(900_000 + n) : n === 1 ? 'other' : `other-${n}`
}

function* endings(prefix: string): Generator<string> {
  yield prefix
  for (let n = 0; ; n++) yield `${prefix}${n}`
}

/** Texts people named, for every beginning they named one that begins so and not with a longer one, and a stranger. */
function textAxis(
  fact: FactDeclaration,
  sets: readonly CellSet[],
  spelling: ReadonlyMap<string, string>,
): Axis {
  const same = (text: string) => (fact.caseSensitive ? text : text.toLowerCase())
  const named = new Set<string>()
  const prefixes = new Set<string>()
  for (const set of sets) {
    if (set.kind === 'texts') for (const value of set.values) named.add(value)
    if (set.kind === 'prefixes') for (const prefix of set.values) prefixes.add(prefix)
  }
  const line = sortedLine([...named, ...prefixes])
  const isNamed = (text: string) => named.has(text)
  // Beginnings sort directly before what begins with them.
  const deeper = (text: string, than: string) => {
    for (let length = text.length; length > than.length; length--)
      if (prefixes.has(text.slice(0, length))) return true
    return false
  }
  const texts = new Map<string, string>([...named].map((text) => [text, spelling.get(text) ?? text]))
  for (const prefix of prefixes) {
    for (const text of endings(spelling.get(prefix) ?? prefix)) {
      if (isNamed(same(text)) || deeper(same(text), prefix)) continue
      texts.set(same(text), text)
      break
    }
  }
  if (fact.type !== 'BOOLEAN') {
    for (const text of strangers(fact)) {
      if (isNamed(same(text)) || deeper(same(text), '')) continue
      texts.set(same(text), text)
      break
    }
  }
  return textPoints(fact, line.length === 0 ? [...texts.keys()] : sortedLine(texts.keys()), texts)
}

function textPoints(
  fact: FactDeclaration,
  line: readonly string[],
  texts: ReadonlyMap<string, string>,
): Axis {
  const valueOf = (text: string): FactValue =>
    fact.type === 'BOOLEAN' ? text === 'true' : (texts.get(text) ?? text)
  const one = (text: string): Places[] => {
    const place = placeIn(line, text, false)
    return line[place] === text ? [[place + 1, place + 2]] : []
  }
  return {
    values: [undefined, ...line.map(valueOf)],
    readable: 1,
    places: (set) => {
      if (set.kind === 'texts') return [...set.values].flatMap(one)
      if (set.kind !== 'prefixes') return []
      return set.values.map((prefix) => [
        placeIn(line, prefix, false) + 1,
        placeIn(line, `${prefix}\uffff\uffff`, false) + 1,
      ])
    },
  }
}

/** Yes and no. */
const booleanAxis = (fact: FactDeclaration): Axis => textPoints(fact, ['false', 'true'], new Map())

const spansIn = (sets: readonly CellSet[]): Span[] =>
  sets.flatMap((set) => (set.kind === 'spans' ? set.spans : []))

function lineAxis(lines: readonly Line[], write: (point: Address) => FactValue): Axis {
  return {
    values: [undefined, unreadable, ...lines.flat().map(write)],
    readable: 2,
    places: (set) => {
      if (set.kind !== 'spans') return []
      return set.spans.map((span): Places => {
        let start = 2
        for (const line of lines) {
          const end = span.from ?? span.to
          if (end === undefined || typeof end === typeof line[0] || lines.length === 1) {
            const [from, to] = placesOf(line, span)
            return [start + from, start + Math.max(from, to)]
          }
          start += line.length
        }
        return [start, start]
      })
    },
  }
}

const numberAxis = (sets: readonly CellSet[]): Axis =>
  lineAxis([numberLine(spansIn(sets), false)], (point) => point)

const instantAxis = (sets: readonly CellSet[]): Axis =>
  lineAxis([numberLine(spansIn(sets), true)], (point) => new Date(Number(point)).toISOString())

const lastIpv4 = 2 ** 32 - 1
const firstIpv6 = '\0'.repeat(8)

/** Where blocks begin, and what lies directly behind them. */
function addressAxis(sets: readonly CellSet[]): Axis {
  const spans = spansIn(sets)
  const ipv4 = spans.flatMap(({ from, to }) =>
    typeof from === 'number' && typeof to === 'number' ? [from, ...(to < lastIpv4 ? [to + 1] : [])] : [],
  )
  const ipv6 = spans.flatMap(({ from, to }) =>
    typeof from === 'string' && typeof to === 'string' ? [from, nextAddress(to) ?? from] : [],
  )
  return lineAxis([sortedLine([0, ...ipv4]), sortedLine([firstIpv6, ...ipv6])], addressText)
}

/** Whole amounts: from the first that is inside to the first behind it. */
function wholeEnds({ from, fromInclusive, to, toInclusive }: Span): number[] {
  return [
    ...(typeof from === 'number' ? [fromInclusive ? from : from + 1] : []),
    ...(typeof to === 'number' ? [toInclusive ? to + 1 : to] : []),
  ]
}

/** Amounts by currency, and one in a currency nobody named. */
function moneyAxis(sets: readonly CellSet[]): Axis {
  const ends = new Map<string, number[]>()
  for (const set of sets) {
    if (set.kind !== 'money') continue
    for (const [currency, span] of set.byCurrency)
      ends.set(currency, [...(ends.get(currency) ?? []), ...wholeEnds(span)])
  }
  const stranger = currencies.find(({ code }) => !ends.has(code))?.code ?? 'XXX'
  const values: (FactValue | undefined)[] = [undefined, { minor: 1000n, currency: stranger }]
  const lines = new Map<string, { readonly start: number; readonly line: readonly number[] }>()
  for (const [currency, found] of ends) {
    const sorted = sortedLine(found)
    const line = sorted[0] === undefined ? [1000] : [sorted[0] - 1, ...sorted]
    lines.set(currency, { start: values.length, line })
    for (const minor of line) values.push({ minor: BigInt(minor), currency })
  }
  return {
    values,
    readable: 1,
    places: (set) =>
      set.kind !== 'money'
        ? []
        : [...set.byCurrency].flatMap(([currency, span]): Places[] => {
            const own = lines.get(currency)
            if (!own) return []
            const [from, to] = placesOf(own.line, span)
            return to > from ? [[own.start + from, own.start + to]] : []
          }),
  }
}

/** The axis for cells of one fact that can be compared. */
export function axisOf(
  fact: FactDeclaration,
  sets: readonly CellSet[],
  spelling: ReadonlyMap<string, string>,
): Axis {
  if (fact.type === 'BOOLEAN') return booleanAxis(fact)
  if (fact.shape === 'IP') return addressAxis(sets)
  if (fact.shape === 'INSTANT') return instantAxis(sets)
  if (fact.type === 'NUMBER') return numberAxis(sets)
  if (fact.type === 'STRING_NUMBER_MAP') return moneyAxis(sets)
  return textAxis(
    fact,
    sets.filter((set) => isText(set)),
    spelling,
  )
}
