import type { Cell } from '@signalbox/model/rules/cell'
import type { Rule } from '@signalbox/model/rules/rule'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { naiveCellHolds } from '../testing/naive-cell.ts'
import { everyPayment, smallColumns, smallVocabulary } from '../testing/small-domain.ts'
import { platformVocabulary } from '../vocabulary.ts'
import { changeDirection, type RulesetInOrder } from './change-direction.ts'

const tableNamed = (slug: string) => {
  const table = tableOfSlug(slug)
  if (!table) throw new Error(slug)
  return table
}

const ruleOf = (id: string, conditions: Rule['conditions'], outputs: Rule['outputs']): Rule => ({
  id,
  no: 1,
  name: '',
  note: '',
  enabled: true,
  conditions,
  outputs,
})
const ruleset = (rules: readonly Rule[]): RulesetInOrder[] => [
  { id: 'one', content: { enabled: true, preconditions: {}, rules } },
]

/** Every payment asked of both tables, row by row, with none of the analyser's code. */
function bruteForce(
  columns: readonly string[],
  before: readonly Rule[],
  after: readonly Rule[],
  rankOf: (outputs: Rule['outputs'][]) => number,
) {
  const hits = (rules: readonly Rule[], facts: Record<string, unknown>) =>
    rules
      .filter(
        ({ enabled, conditions }) =>
          enabled &&
          Object.entries(conditions).every(([column, cell]) =>
            naiveCellHolds(cell, column, facts as never, { ...smallVocabulary, rates: undefined }),
          ),
      )
      .map(({ outputs }) => outputs)
  let [loosens, tightens] = [false, false]
  for (const facts of everyPayment(columns)) {
    const [from, to] = [rankOf(hits(before, facts)), rankOf(hits(after, facts))]
    loosens ||= to < from
    tightens ||= to > from
  }
  return loosens && tightens ? 'BOTH' : loosens ? 'LOOSENS' : tightens ? 'TIGHTENS' : 'NEUTRAL'
}

const ranks: Record<string, number> = { ACCEPT: 0, DECLINE: 3 }
const verdict = ([first]: Rule['outputs'][]): number =>
  first === undefined ? 1 : ((typeof first.action === 'string' ? ranks[first.action] : undefined) ?? 2)
const lowestSum = (hits: Rule['outputs'][]): number =>
  -Math.min(1000, ...hits.map(({ maxSum }) => Number((maxSum as Record<string, string>).EUR)))

const columnsOf = fc.uniqueArray(fc.constantFrom(...Object.keys(smallColumns)), {
  minLength: 1,
  maxLength: 2,
})
const rulesOf = (columns: readonly string[], outputs: fc.Arbitrary<Rule['outputs']>) =>
  fc.array(
    fc.record({
      cells: fc.tuple(
        ...columns.map((column) =>
          fc.option(smallColumns[column]?.cell ?? fc.constant<Cell>({ op: 'set' }), { nil: undefined }),
        ),
      ),
      outputs,
      enabled: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    }),
    { maxLength: 5 },
  )

/** Two states of a table, the second made from the first as people do: rows dropped, moved, changed and added. */
const change = (outputs: fc.Arbitrary<Rule['outputs']>) =>
  columnsOf.chain((columns) =>
    fc
      .record({
        rows: rulesOf(columns, outputs),
        more: rulesOf(columns, outputs),
        picks: fc.array(fc.nat(), { maxLength: 4 }),
      })
      .map(({ rows, more, picks }) => {
        const named = (list: typeof rows, prefix: string) =>
          list.map((row, index): Rule => {
            const cells = columns.flatMap((column, i) => (row.cells[i] ? [[column, row.cells[i]]] : []))
            return {
              ...ruleOf(`${prefix}${index}`, Object.fromEntries(cells), row.outputs),
              enabled: row.enabled,
            }
          })
        const before = named(rows, 'a')
        const after = [...before]
        const added = named(more, 'b')
        for (const pick of picks) {
          const at = pick % (after.length + 1)
          const [row] = pick % 3 === 0 ? added.splice(0, 1) : after.splice(at, 1)
          if (row && pick % 3 !== 1) after.splice((pick >> 3) % (after.length + 1), 0, row)
        }
        return { columns, before, after }
      }),
  )

describe('the direction of a change', () => {
  it('of a block is that of asking every payment of both tables', () => {
    const outputs = fc.constantFrom<Rule['outputs']>(
      { action: 'ACCEPT' },
      { action: 'DECLINE' },
      { action: 'REVIEW' },
    )
    const table = tableNamed('fraud-score')
    fc.assert(
      fc.property(change(outputs), ({ columns, before, after }) => {
        const found = changeDirection(table, ruleset(before), ruleset(after), smallVocabulary)
        expect(found).toBe(bruteForce(columns, before, after, verdict))
      }),
      { numRuns: 400 },
    )
  })

  it('of a period limit is that of its strictest row', () => {
    const outputs = fc.constantFrom('10', '20', '30').map((EUR) => ({ window: 'DAY', maxSum: { EUR } }))
    const table = tableNamed('period-limit')
    fc.assert(
      fc.property(change(outputs), ({ columns, before, after }) => {
        const found = changeDirection(table, ruleset(before), ruleset(after), smallVocabulary)
        expect(found).toBe(bruteForce(columns, before, after, lowestSum))
      }),
      { numRuns: 400 },
    )
  })

  const sweden: Rule['conditions'] = { userCountry: { op: 'in', values: ['SWE'] } }
  const limitOf = (max: string, more: Rule['outputs'] = {}) =>
    ruleset([ruleOf('a', sweden, { min: { EUR: '100' }, max: { EUR: max }, ...more })])
  it.each([
    ['a lower maximum', '5000', {}, 'TIGHTENS'],
    ['a higher maximum', '90000', {}, 'LOOSENS'],
    ['a higher minimum and maximum', '90000', { min: { EUR: '200' } }, 'BOTH'],
    ['another currency', '10000', { max: { SEK: '10000' } }, 'BOTH'],
    ['limits the merchant sends', '10000', { useAttributeLimits: true }, 'UNPROVEN'],
  ])('of a limit with %s', (_, max, more, expected) => {
    const found = changeDirection(
      tableNamed('limit'),
      limitOf('10000'),
      limitOf(max, more),
      platformVocabulary,
    )
    expect(found).toBe(expected)
  })

  it('is not asked of routes', () => {
    const routes = (psp: string) => ruleset([ruleOf('a', sweden, { psp, pspAccount: 'x' })])
    expect(
      changeDirection(tableNamed('psp-routing'), routes('a'), routes('b'), platformVocabulary),
    ).toBeNull()
  })

  it('of automatic approval loosens, of a second approver tightens', () => {
    const table = tableNamed('approval')
    const by = (outputs: Rule['outputs']) => ruleset([ruleOf('a', sweden, outputs)])
    const one = by({ approvalMethod: 'MANUAL' })
    expect(changeDirection(table, one, by({ approvalMethod: 'AUTOMATIC' }), platformVocabulary)).toBe(
      'LOOSENS',
    )
    const two = by({ approvalMethod: 'MANUAL', levels: 'TWO' })
    expect(changeDirection(table, one, two, platformVocabulary)).toBe('TIGHTENS')
  })

  it('of one row in a table of ten thousand is found at once', () => {
    const blocked = (n: number) =>
      ruleOf(`r${n}`, { bin: { op: 'prefix', values: [String(400_000 + n)] } }, { action: 'DECLINE' })
    const rows = Array.from({ length: 10_000 }, (_, n) => blocked(n))
    const table = tableNamed('bin-block')
    const found = changeDirection(
      table,
      ruleset(rows),
      ruleset([...rows, blocked(20_000)]),
      platformVocabulary,
    )
    expect(found).toBe('TIGHTENS')
    expect(changeDirection(table, ruleset(rows), ruleset(rows.slice(1)), platformVocabulary)).toBe('LOOSENS')
  })

  it('of a table too large to compare is left open', () => {
    const rows = Array.from({ length: 2_000 }, (_, n) =>
      ruleOf(
        `r${n}`,
        {
          amount: {
            op: 'moneyRange',
            min: { EUR: String(n) },
            minInclusive: true,
            maxInclusive: false,
            onMissing: 'NO_MATCH',
          },
          userId: { op: 'notIn', values: [`u${n}`] },
        },
        { action: 'DECLINE' },
      ),
    )
    const table = tableNamed('general-block')
    const found = changeDirection(table, ruleset(rows), ruleset(rows.toReversed()), platformVocabulary)
    expect(found).toBe('UNPROVEN')
  })
})
