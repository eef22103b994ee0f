import { compilePatternSet, type PatternSet } from '@signalbox/model/text/user-pattern'
import type { PatternLookup } from '../row-index.ts'
import type { RowSetBuilder } from '../row-sets.ts'
import { refuse, rowsWhere, type Bucket, type CellOf, type RowCell } from './bucket.ts'

/** All patterns of a column run as one automaton, once per value, however many rows there are. */
export function buildPatternLookup(
  builder: RowSetBuilder,
  blank: Int32Array,
  bucket: Bucket<CellOf<'regex' | 'notRegex'>>,
): PatternLookup {
  const { cells, declaration } = bucket
  const users = new Map<string, RowCell[]>()
  for (const rowCell of cells) {
    const sameRows = users.get(rowCell.cell.pattern)
    if (sameRows) sameRows.push(rowCell)
    else users.set(rowCell.cell.pattern, [rowCell])
  }
  const caseSensitive = declaration.caseSensitive === true
  for (const [pattern, [first]] of users) {
    if (first && !compilePatternSet([pattern], { caseSensitive }))
      throw refuse(bucket, first, `${pattern} is not a regular expression`)
  }
  return {
    caseSensitive,
    patterns: [...users.keys()],
    bits: [...users.values()].map((cells) => Int32Array.from(cells, ({ bit }) => bit)),
    other: builder.add(rowsWhere(blank, cells, ({ op }) => op === 'notRegex')),
    anyOf: builder.add(rowsWhere(builder.emptySet(), cells, ({ op }) => op === 'regex')),
  }
}

const maxRemembered = 1_000
const maxRememberedLength = 200

interface Automaton {
  readonly match: PatternSet
  /** What matched which text. Payments of a minute share addresses, banks and messages. */
  readonly remembered: Map<string, readonly number[]>
}

// An automaton is no data and does not travel between threads: each makes it when it first needs it.
const automata = new WeakMap<PatternLookup, Automaton>()

/** Numbers of the patterns that match the whole text. */
export function patternsMatching(lookup: PatternLookup, text: string): readonly number[] {
  const { match, remembered } = automatonOf(lookup)
  const known = remembered.get(text)
  if (known) return known
  const found = match(text)
  if (text.length <= maxRememberedLength) {
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(text, found)
  }
  return found
}

function automatonOf(lookup: PatternLookup): Automaton {
  const known = automata.get(lookup)
  if (known) return known
  const match = compilePatternSet(lookup.patterns, lookup)
  if (!match) throw new TypeError('A pattern that compiled alone does not compile with others')
  const automaton = { match, remembered: new Map<string, readonly number[]>() }
  automata.set(lookup, automaton)
  return automaton
}
