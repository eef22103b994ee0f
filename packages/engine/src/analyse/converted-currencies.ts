import { currencies } from '@signalbox/model/reference/currencies'
import type { Cell } from '@signalbox/model/rules/cell'
import { buildIndex } from '../build-index.ts'
import { allMatches } from '../intersect.ts'
import type { Vocabulary } from '../vocabulary.ts'

/** What a forex row asks of PSP and currency: its ruleset in the first place, itself in the second. */
export interface ForexCells {
  readonly psp: readonly [Cell | null, Cell | null]
  readonly currency: readonly [Cell | null, Cell | null]
}

/** Tells which rows let a value of a column through. One question for all rows: a table may have ten thousand. */
function admitting(rows: readonly ForexCells[], column: 'psp' | 'currency', vocabulary: Vocabulary) {
  const indexes = ([0, 1] as const).map((place) =>
    buildIndex(
      rows.map((row) => {
        const cell = row[column][place]
        return { enabled: true, conditions: cell ? { [column]: cell } : {} }
      }),
      vocabulary,
    ),
  )
  return (value: string): ReadonlySet<number> => {
    const input = { facts: { [column]: value }, rates: undefined, converted: undefined, withoutPsp: false }
    const [ofRuleset, own] = indexes.map((index) => new Set(allMatches(index, input)))
    return new Set([...(own ?? [])].filter((row) => ofRuleset?.has(row)))
  }
}

/**
 * By PSP, the currencies some forex row may convert on the way to it. What else the rows ask is left open: a currency
 * that is not named here is converted for nobody.
 */
export function convertedCurrencies(
  rows: readonly ForexCells[],
  psps: readonly string[],
  vocabulary: Vocabulary,
): ReadonlyMap<string, readonly string[]> {
  const ofCurrency = admitting(rows, 'currency', vocabulary)
  const byCurrency = currencies.map(({ code }) => [code, ofCurrency(code)] as const)
  const ofPsp = admitting(rows, 'psp', vocabulary)
  return new Map(
    psps.map((psp) => {
      const reached = ofPsp(psp)
      return [
        psp,
        byCurrency.flatMap(([code, own]) => ([...own].some((row) => reached.has(row)) ? [code] : [])),
      ]
    }),
  )
}
