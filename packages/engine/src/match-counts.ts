import type { RateSheet } from '@signalbox/model/money/rates'
import type { Facts } from '@signalbox/model/rules/fact'
import type { Rule } from '@signalbox/model/rules/rule'
import { buildIndex } from './build-index.ts'
import { allMatches } from './intersect.ts'
import type { Vocabulary } from './vocabulary.ts'

interface Counting {
  readonly vocabulary: Vocabulary
  readonly rates?: RateSheet | undefined
}

/** How many of the payments meet each of these conditions, whatever the others say. */
export const matchCounts = (
  conditions: readonly Rule['conditions'][],
  payments: readonly Facts[],
  counting: Counting,
): number[] =>
  groupCounts(
    conditions.map((each) => [each]),
    payments,
    counting,
  )

/** How many of the payments meet any of the rows of each group. */
export function groupCounts(
  groups: readonly (readonly Rule['conditions'][])[],
  payments: readonly Facts[],
  { vocabulary, rates }: Counting,
): number[] {
  const counts = groups.map(() => 0)
  const groupOf = groups.flatMap((rows, group) => rows.map(() => group))
  const index = buildIndex(
    groups.flat().map((each) => ({ enabled: true, conditions: each })),
    vocabulary,
  )
  for (const facts of payments) {
    const rows = allMatches(index, { facts, rates, converted: undefined, withoutPsp: false })
    for (const group of new Set(Array.from(rows, (row) => groupOf[row] ?? 0)))
      counts[group] = (counts[group] ?? 0) + 1
  }
  return counts
}
