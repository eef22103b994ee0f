import type { Cell } from '@signalbox/model/rules/cell'
import type { Facts } from '@signalbox/model/rules/fact'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as arbitrary from '../testing/arbitraries.ts'
import { naiveCellHolds } from '../testing/naive-cell.ts'
import { testVocabulary } from '../testing/test-vocabulary.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { comparableCell } from './cell-set.ts'
import { covers, excludes } from './compare-cells.ts'

const withLists: Vocabulary = {
  ...testVocabulary,
  factOf: (key) => {
    const fact = testVocabulary.factOf(key)
    return fact && { ...fact, many: true }
  },
}

type Pair = readonly [key: string, a: Cell, b: Cell]

/** Pairs of cells of the same column, from rows as they come. */
const pairs = arbitrary.versions.map((versions): Pair[] => {
  const byKey = new Map<string, Cell[]>()
  for (const { conditions } of versions.flatMap(({ rules }) => rules.slice(0, 12))) {
    for (const [key, cell] of Object.entries(conditions)) byKey.set(key, [...(byKey.get(key) ?? []), cell])
  }
  return [...byKey].flatMap(([key, cells]) =>
    cells.flatMap((a) => cells.map((b): Pair => [key, a, b])).slice(0, 25),
  )
})
const payments = fc.array(arbitrary.facts, { minLength: 20, maxLength: 20 })

const single = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]),
  )

describe.each([
  ['facts with one value', testVocabulary, single],
  ['facts with several', withLists, (facts: Facts) => facts],
] as const)('comparing cells, %s', (_, vocabulary, prepare) => {
  it('never calls a cell covered or excluded when a payment shows otherwise', { timeout: 120_000 }, () => {
    const seen = { covered: 0, excluded: 0 }
    const naiveVocabulary = { ...vocabulary, rates: undefined }
    fc.assert(
      fc.property(pairs, payments, (cells, all) => {
        for (const [key, a, b] of cells) {
          const [first, second] = [comparableCell(key, a, vocabulary), comparableCell(key, b, vocabulary)]
          const [covered, excluded] = [covers(first, second), excludes(first, second)]
          if (covered && first.text !== second.text) seen.covered++
          if (excluded) seen.excluded++
          if (!covered && !excluded) continue
          for (const facts of all.map(prepare)) {
            const [holdsA, holdsB] = [a, b].map((cell) => naiveCellHolds(cell, key, facts, naiveVocabulary))
            if (covered && holdsB && !holdsA) expect({ key, a, b, facts }).toBe('covered')
            if (excluded && holdsA && holdsB) expect({ key, a, b, facts }).toBe('excluded')
          }
        }
      }),
      { numRuns: 150 },
    )
    expect(seen.covered).toBeGreaterThan(50)
    expect(seen.excluded).toBeGreaterThan(50)
  })
})

describe('covering is seen', () => {
  const oneOf = (...values: string[]): Cell => ({ op: 'in', values })
  const noneOf = (...values: string[]): Cell => ({ op: 'notIn', values })
  const within = (from: number, to: number, inclusive = true): Cell => ({
    op: 'range',
    min: { value: from, inclusive: true },
    max: { value: to, inclusive },
  })
  const amounts = (min: Record<string, string>, max?: Record<string, string>): Cell => ({
    op: 'moneyRange',
    min,
    ...(max ? { max } : {}),
    minInclusive: true,
    maxInclusive: true,
    onMissing: 'NO_MATCH',
  })
  it.each<[string, Cell, Cell, boolean]>([
    ['country', oneOf('NORTH'), oneOf('SWE', 'NOR'), true],
    ['country', oneOf('SWE', 'NOR'), oneOf('NORTH'), false],
    ['country', noneOf('ITA'), oneOf('NORTH'), true],
    ['country', noneOf('SWE'), noneOf('NORTH'), true],
    ['country', noneOf('NORTH'), noneOf('SWE'), false],
    ['text', oneOf('Alpha', 'beta'), oneOf('ALPHA'), true],
    ['userId', oneOf('Alpha'), oneOf('alpha'), false],
    ['text', { op: 'prefix', values: ['al'] }, oneOf('alpha', 'ALT'), true],
    ['text', { op: 'prefix', values: ['al'] }, { op: 'prefix', values: ['alp', 'alb'] }, true],
    ['text', { op: 'notPrefix', values: ['x'] }, oneOf('alpha'), true],
    ['text', { op: 'set' }, { op: 'regex', pattern: 'a.*' }, true],
    ['text', { op: 'set' }, { op: 'notSet' }, false],
    ['text', { op: 'regex', pattern: 'a.*' }, oneOf('alpha'), false],
    ['score', within(0, 10), within(2, 10), true],
    ['score', within(0, 10, false), within(2, 10), false],
    ['bin', { op: 'prefix', values: ['444433'] }, { op: 'prefix', values: ['44443350'] }, true],
    ['ip', { op: 'cidr', values: ['192.0.2.0/24'] }, { op: 'cidr', values: ['192.0.2.128/25'] }, true],
    ['ip', { op: 'cidr', values: ['0.0.0.0/0'] }, { op: 'cidr', values: ['2001:db8::/32'] }, false],
    ['amount', amounts({ EUR: '100', SEK: '900' }), amounts({ EUR: '200' }), true],
    ['amount', amounts({ EUR: '100' }), amounts({ EUR: '200', SEK: '1' }), false],
    ['amount', amounts({ EUR: '100', SEK: '5' }), amounts({ EUR: '200', SEK: '9' }, { EUR: '300' }), true],
  ])('%s %j %j', (key, a, b, expected) => {
    const cells = [a, b].map((cell) => comparableCell(key, cell, testVocabulary))
    expect(covers(cells[0] as never, cells[1] as never)).toBe(expected)
  })
})
