import type { RateSheet } from '@signalbox/model/money/rates'
import type { Facts } from '@signalbox/model/rules/fact'
import type { Rule } from '@signalbox/model/rules/rule'
import { buildIndex } from './build-index.ts'
import { allMatches } from './intersect.ts'
import type { Vocabulary } from './vocabulary.ts'

/** How many of the payments meet each of these conditions, whatever the others say. */
export function matchCounts(
  conditions: readonly Rule['conditions'][],
  payments: readonly Facts[],
  { vocabulary, rates }: { readonly vocabulary: Vocabulary; readonly rates?: RateSheet | undefined },
): number[] {
  const counts = conditions.map(() => 0)
  const index = buildIndex(
    conditions.map((each) => ({ enabled: true, conditions: each })),
    vocabulary,
  )
  for (const facts of payments)
    for (const row of allMatches(index, { facts, rates, converted: undefined, withoutPsp: false }))
      counts[row] = (counts[row] ?? 0) + 1
  return counts
}
