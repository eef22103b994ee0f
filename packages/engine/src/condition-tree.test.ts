import type { Cell } from '@signalbox/model/rules/cell'
import {
  mostTreeRows,
  rowsOfTree,
  treeOfRows,
  type ConditionTree,
  type RowConditions,
} from '@signalbox/model/rules/condition-tree'
import type { Facts } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'
import { expandCountries } from '@signalbox/model/rules/country-groups'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { naiveCellHolds } from './testing/naive-cell.ts'

const vocabulary = { factOf, expandCountries, rates: undefined }
const some = (...from: string[]) => fc.uniqueArray(fc.constantFrom(...from), { minLength: 1, maxLength: 3 })
const bound = fc.record({ value: fc.constantFrom(18, 21, 40), inclusive: fc.boolean() })
const amounts = fc.constantFrom<Readonly<Record<string, string>>>(
  { EUR: '1000' },
  { EUR: '2000' },
  { EUR: '1000', SEK: '500' },
)

/** Columns with a few values each, and cells that can tell those apart. */
const columns: Readonly<
  Record<string, { readonly values: readonly Facts[string][]; readonly cell: fc.Arbitrary<Cell> }>
> = {
  userCountry: {
    values: [undefined, 'SWE', 'NOR', 'USA', 'DEU'],
    cell: fc.record({ op: fc.constantFrom('in', 'notIn'), values: some('SWE', 'NOR', 'USA', 'EU') }),
  },
  currency: {
    values: [undefined, 'EUR', 'SEK', 'NOK'],
    cell: fc.record({ op: fc.constantFrom('in', 'notIn'), values: some('EUR', 'SEK', 'NOK') }),
  },
  userAge: {
    values: [undefined, 17, 18, 19, 21, 30, 40, 41],
    cell: fc.oneof(
      fc.record({ op: fc.constant('range' as const), min: bound }),
      fc.record({ op: fc.constant('range' as const), max: bound }),
      fc.record({ op: fc.constant('range' as const), min: bound, max: bound }),
    ),
  },
  amount: {
    values: [999n, 1000n, 1500n, 2000n, 2001n].flatMap((minor) => [
      { minor, currency: 'EUR' },
      { minor, currency: 'SEK' },
    ]),
    cell: fc.oneof(
      fc.record({
        op: fc.constant('moneyRange' as const),
        min: amounts,
        minInclusive: fc.boolean(),
        maxInclusive: fc.boolean(),
        onMissing: fc.constant('NO_MATCH' as const),
      }),
      fc.record({
        op: fc.constant('moneyRange' as const),
        max: amounts,
        minInclusive: fc.boolean(),
        maxInclusive: fc.boolean(),
        onMissing: fc.constant('NO_MATCH' as const),
      }),
    ),
  },
  firstDeposit: {
    values: [undefined, true, false],
    cell: fc.record({ op: fc.constant('is' as const), value: fc.boolean() }),
  },
}

const leaf: fc.Arbitrary<ConditionTree> = fc.oneof(
  ...Object.entries(columns).map(([fact, { cell }]) =>
    cell.map((each): ConditionTree => ({ kind: 'leaf', fact, cell: each })),
  ),
)
const groupOf = (member: fc.Arbitrary<ConditionTree>): fc.Arbitrary<ConditionTree> =>
  fc.record({
    kind: fc.constant('group' as const),
    join: fc.constantFrom('ALL' as const, 'ANY' as const),
    not: fc.boolean(),
    members: fc.array(member, { minLength: 1, maxLength: 3 }),
  })
const inner = groupOf(leaf)
const middle = groupOf(fc.oneof(leaf, inner))
const tree = groupOf(fc.oneof(leaf, inner, middle))
const facts: fc.Arbitrary<Facts> = fc.record(
  Object.fromEntries(Object.entries(columns).map(([key, { values }]) => [key, fc.constantFrom(...values)])),
)

const holds = (fact: string, cell: Cell, known: Facts) => naiveCellHolds(cell, fact, known, vocabulary)

/** What a tree means, with nothing of how rows are made of it: what is missing is neither so nor not so. */
function isTrue(node: ConditionTree, known: Facts, isNegated = false): boolean {
  if (node.kind === 'leaf')
    return isNegated
      ? canBeAsked(node.cell, known[node.fact]) && !holds(node.fact, node.cell, known)
      : holds(node.fact, node.cell, known)
  const isTurned = node.not !== isNegated
  const answers = node.members.map((member) => isTrue(member, known, isTurned))
  return (node.join === 'ALL') !== isTurned ? answers.every(Boolean) : answers.some(Boolean)
}

/** An amount in a currency the bounds do not name is as good as missing. */
function canBeAsked(cell: Cell, value: Facts[string]): boolean {
  if (value === undefined) return false
  if (cell.op !== 'moneyRange') return true
  const { currency } = value as { currency: string }
  return Object.hasOwn(cell.min ?? cell.max ?? {}, currency)
}

const matches = (row: RowConditions, known: Facts): boolean =>
  Object.entries(row).every(([fact, cell]) => holds(fact, cell, known))

describe('a tree of conditions', () => {
  it('matches exactly where one of its rows does, whatever is known of a payment', () => {
    const runs = 600
    let asked = 0
    fc.assert(
      fc.property(tree, fc.array(facts, { minLength: 8, maxLength: 8 }), (node, payments) => {
        const read = rowsOfTree(node)
        if (!read.ok) return
        asked += 1
        expect(read.rows.length).toBeLessThanOrEqual(mostTreeRows)
        for (const known of payments)
          expect(read.rows.some((row) => matches(row, known))).toBe(isTrue(node, known))
      }),
      { numRuns: runs },
    )
    expect(asked).toBeGreaterThan(runs / 3)
  })

  it('comes back from its rows as a tree of the same rows', () => {
    const read = fc
      .sample(tree, 300)
      .map(rowsOfTree)
      .filter(({ ok }) => ok)
    const again = read.map((each) => (each.ok ? rowsOfTree(treeOfRows(each.rows)) : each))
    expect(again).toEqual(read)
  })

  const isIn = (fact: string, ...values: string[]): ConditionTree => ({
    kind: 'leaf',
    fact,
    cell: { op: 'in', values },
  })
  const all = (...members: ConditionTree[]): ConditionTree => ({
    kind: 'group',
    join: 'ALL',
    not: false,
    members,
  })
  const any = (...members: ConditionTree[]): ConditionTree => ({ ...all(...members), join: 'ANY' }) as never

  it('is refused where it would become 33 rows', () => {
    const ways = (count: number) => any(...Array.from({ length: count }, (_, at) => isIn('userId', `u${at}`)))
    expect(rowsOfTree(ways(32)).ok).toBe(true)
    expect(rowsOfTree(ways(33))).toEqual({ ok: false, problem: 'Too complex, split the rule' })
  })

  it('is refused where groups are nested four deep', () => {
    const three = all(any(all(isIn('currency', 'EUR'))))
    expect(rowsOfTree(three).ok).toBe(true)
    expect(rowsOfTree(all(three)).ok).toBe(false)
  })

  it('is refused where no payment could meet it', () => {
    expect(rowsOfTree(all(isIn('currency', 'EUR'), isIn('currency', 'SEK')))).toEqual({
      ok: false,
      problem: 'No payment can meet these conditions',
    })
  })

  it('asks for what is common once', () => {
    const read = rowsOfTree(
      all(isIn('currency', 'EUR'), any(isIn('userCountry', 'SWE'), isIn('userId', 'u1'))),
    )
    expect(read.ok && treeOfRows(read.rows)).toEqual(
      all(isIn('currency', 'EUR'), any(isIn('userCountry', 'SWE'), isIn('userId', 'u1'))),
    )
  })
})
