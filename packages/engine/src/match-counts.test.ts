import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Cell } from '@signalbox/model/rules/cell'
import type { Facts } from '@signalbox/model/rules/fact'
import { matchCounts } from './match-counts.ts'
import { naiveCellHolds } from './testing/naive-cell.ts'
import { everyPayment, smallColumns, smallVocabulary } from './testing/small-domain.ts'

const naive = { ...smallVocabulary, rates: undefined }

it('counts the payments each condition matches on its own', () => {
  const columns = Object.keys(smallColumns)
  const leaf = fc.constantFrom(...columns).chain((column) => {
    const cell: fc.Arbitrary<Cell> = smallColumns[column]?.cell ?? fc.constant({ op: 'set' })
    return cell.map((each) => [column, each] as const)
  })
  fc.assert(
    fc.property(fc.array(leaf, { minLength: 1, maxLength: 20 }), (leaves) => {
      const payments: Facts[] = columns.flatMap((column) => everyPayment([column]))
      const counted = matchCounts(
        leaves.map(([column, cell]) => ({ [column]: cell })),
        payments,
        { vocabulary: smallVocabulary },
      )
      expect(counted).toEqual(
        leaves.map(
          ([column, cell]) => payments.filter((facts) => naiveCellHolds(cell, column, facts, naive)).length,
        ),
      )
    }),
    { numRuns: 60 },
  )
})
