import type { Rule } from '@signalbox/model/rules/rule'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as arbitrary from '../testing/arbitraries.ts'
import { testVocabulary } from '../testing/test-vocabulary.ts'
import { comparableCell } from './cell-set.ts'
import { covers } from './compare-cells.ts'
import { shadowedRows } from './shadowed-rows.ts'

/** The same question asked of every pair of rows, one after the other. */
function byPairs(rules: readonly Rule[]): Map<number, number> {
  const shadows = new Map<number, number>()
  rules.forEach((later, row) => {
    const by = rules.slice(0, row).findIndex(
      (earlier) =>
        earlier.enabled &&
        Object.entries(earlier.conditions).every(([key, cell]) => {
          const own = later.conditions[key]
          if (!own) return false
          return covers(comparableCell(key, cell, testVocabulary), comparableCell(key, own, testVocabulary))
        }),
    )
    if (later.enabled && by >= 0) shadows.set(row, by)
  })
  return shadows
}

it('finds the rows that a comparison of all pairs finds', { timeout: 60_000 }, () => {
  let found = 0
  fc.assert(
    fc.property(arbitrary.versions, (versions) => {
      const rules = versions.flatMap((version) => version.rules)
      const shadows = shadowedRows(rules, testVocabulary, () => true)
      found += shadows.size
      expect(shadows).toEqual(byPairs(rules))
    }),
    { numRuns: 300 },
  )
  expect(found).toBeGreaterThan(300)
})
