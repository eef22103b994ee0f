import type { Cell } from '@signalbox/model/rules/cell'
import type { FactDeclaration, Facts, FactValue } from '@signalbox/model/rules/fact'
import { guesses, isMoney, meets } from './analyse/witness.ts'
import type { Vocabulary } from './vocabulary.ts'

const countries = ['SWE', 'DEU', 'FIN', 'NOR', 'GBR']
const numbers = [0, 1, 10, 50, 100]

/** The first address of a network. */
const addressIn = (block: string): string => block.split('/')[0] ?? block

function* ofRange({ min, max }: Extract<Cell, { op: 'range' }>): Generator<FactValue> {
  for (const bound of [min, max])
    if (typeof bound?.value === 'number') for (const more of [0, 1, -1]) yield bound.value + more
}

/** Values a cell might accept, the likeliest first. */
function* candidates(fact: FactDeclaration, cell: Cell, actual: FactValue | undefined, nowMs: number) {
  if (cell.op === 'is') yield cell.value
  if (cell.op === 'range') yield* ofRange(cell)
  if (cell.op === 'cidr') for (const block of cell.values) yield addressIn(block)
  if (cell.op === 'mapIn')
    for (const value of cell.values)
      yield { ...(actual as object | undefined), [cell.key]: value } as FactValue
  if (cell.op === 'set' && cell.key !== undefined)
    yield { ...(actual as object | undefined), [cell.key]: '1' } as FactValue
  // The currency the payment has goes before others the bounds name.
  const guessed = [...guesses(cell, nowMs)]
  if (isMoney(actual)) yield* guessed.filter((value) => isMoney(value) && value.currency === actual.currency)
  yield* guessed
  yield* Object.keys(fact.options ?? {})
  if (fact.type === 'COUNTRY') yield* countries
  if (fact.type === 'NUMBER') yield* numbers
  if (fact.type === 'BOOLEAN') yield* [true, false]
  if (fact.type === 'STRING' || fact.type === 'LIST') yield 'other'
}

interface Wanted {
  readonly fact: FactDeclaration
  readonly cell: Cell
}

/** A value of a fact that a cell accepts, with everything else as it is; undefined where none is found. */
export function matchingValue(
  { fact, cell }: Wanted,
  facts: Facts,
  { vocabulary, nowMs }: { readonly vocabulary: Vocabulary; readonly nowMs: number },
): FactValue | undefined {
  const key = fact.reads ?? fact.key
  for (const value of candidates(fact, cell, facts[key], nowMs)) {
    if (typeof value === 'string' && fact.type === 'NUMBER') continue
    const wanted = fact.many === true && typeof value === 'string' ? [value] : value
    try {
      if (meets({ ...facts, [key]: wanted }, [{ [fact.key]: cell }], vocabulary)) return wanted
    } catch {
      // Not of a kind the column can read.
    }
  }
  return undefined
}
