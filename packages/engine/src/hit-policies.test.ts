import type { Cell } from '@signalbox/model/rules/cell'
import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import type { EvaluationContext } from './evaluation-context.ts'
import { testTable } from './testing/test-vocabulary.ts'
import { effectiveOf, testVersion, type TestRow } from './testing/try-rows.ts'

const is = (value: string): Record<string, Cell> => ({ kind: { op: 'in', values: [value] } })
const onPsp = (value: string): Record<string, Cell> => ({ psp: { op: 'in', values: [value] } })
const context: EvaluationContext = { step: 'D7', transactionId: '42' }
const refsOf = (hits: readonly { readonly row: number }[]) => hits.map(({ row }) => row + 1)

function ask(
  table: ReturnType<typeof testTable>,
  rows: readonly TestRow[],
  more: Partial<EvaluationContext> = {},
) {
  return evaluate(effectiveOf(table, testVersion(rows)), { kind: 'a' }, { ...context, ...more })
}

describe('FIRST', () => {
  const table = testTable('FIRST')

  it('takes the first row that matches and is switched on', () => {
    const { outcome, hits, stoppedAt } = ask(table, [{ when: is('b') }, { off: true }, { when: is('a') }, {}])
    expect(outcome).toBe('DECIDED')
    expect(refsOf(hits)).toEqual([3])
    expect(stoppedAt?.ref).toBe('1_TT_01_03@1')
  })

  it('fills in what a row does not say', () => {
    const [hit] = ask(table, [{ decides: { psp: 'NordAcq' } }]).hits
    expect(hit?.outputs).toEqual({ psp: 'NordAcq', stop: false })
  })

  it('says so when no row matches', () => {
    expect(ask(table, [{ when: is('b') }])).toMatchObject({ outcome: 'NO_MATCH', hits: [] })
    expect(ask(table, [])).toMatchObject({ outcome: 'NO_MATCH', hits: [] })
  })

  it('goes by the number of a row, not by where it is stored', () => {
    const version = testVersion([{}, {}])
    const [first, second] = version.rules
    if (!first || !second) throw new Error('two rows')
    const rules = [
      { ...first, no: 9 },
      { ...second, no: 3 },
    ]
    const [hit] = evaluate(effectiveOf(table, { ...version, rules }), {}, context).hits
    expect(hit?.rule.id).toBe('row-2')
  })

  it('looks at no row of a ruleset whose preconditions fail or which is switched off', () => {
    const facts = { kind: 'a' }
    const precondition = testVersion([{}], { preconditions: is('b') })
    const off = testVersion([{}], { enabled: false, no: 2 })
    const last = testVersion([{}], { no: 3, rulesetId: 'set-3' })
    const [hit] = evaluate(effectiveOf(table, precondition, off, last), facts, context).hits
    expect(hit?.ruleset.version.rulesetId).toBe('set-3')
  })
})

describe('FIRST_WEIGHTED', () => {
  const table = testTable('FIRST_WEIGHTED')
  const share = (psp: string, weight: number, values = ['a', 'b']): TestRow => ({
    when: { kind: { op: 'in', values } },
    decides: { psp, weight },
  })
  const rows = [share('NordAcq', 70), share('EuroCard', 30, ['B', 'A', 'a']), { decides: { psp: 'AcqTwo' } }]

  it('lets a row without a weight decide alone', () => {
    const result = ask(table, [{ decides: { psp: 'AcqTwo' } }, share('NordAcq', 1)])
    expect(refsOf(result.hits)).toEqual([1])
    expect(result.draw).toBeUndefined()
  })

  it('shares payments by weight among rows that ask for the same, however it is written', () => {
    const effective = effectiveOf(table, testVersion(rows))
    const counts = new Map<unknown, number>()
    for (let i = 0; i < 10_000; i++) {
      const { hits } = evaluate(effective, { kind: 'a' }, { step: 'D7', transactionId: `${i}` })
      const psp = hits[0]?.outputs.psp
      counts.set(psp, (counts.get(psp) ?? 0) + 1)
    }
    // Five standard deviations of a fair draw.
    expect(Math.abs((counts.get('NordAcq') ?? 0) - 7_000)).toBeLessThan(230)
    expect(counts.get('AcqTwo')).toBeUndefined()
  })

  it('draws the same for the same payment, and can be checked by hand', () => {
    const [one, two] = [ask(table, rows), ask(table, rows)]
    expect(two).toEqual(one)
    expect(one.draw?.weights).toEqual({ '1_TT_01_01@1': 70, '1_TT_01_02@1': 30 })
    expect(one.hits[0]?.row).toBe((one.draw?.roll ?? 0) < 70 ? 0 : 1)
  })

  it('draws anew with a new version', () => {
    const rolls = [1, 2, 3, 4, 5].map((version) => {
      const effective = effectiveOf(table, testVersion(rows, { version }))
      return evaluate(effective, { kind: 'a' }, context).draw?.roll
    })
    expect(new Set(rolls).size).toBeGreaterThan(1)
  })

  it('keeps a user with what the user got, if asked to', () => {
    const effective = effectiveOf(table, testVersion(rows))
    const rolls = Array.from({ length: 20 }, (_, i) =>
      evaluate(effective, { kind: 'a', userId: 'u1' }, { step: 'D7', transactionId: `${i}`, drawBy: 'USER' }),
    ).map(({ draw }) => draw?.roll)
    expect(new Set(rolls).size).toBe(1)
  })

  it('gives the share of a PSP that is away to the others, and says so', () => {
    const unavailable = ({ psp }: { psp?: unknown }) => (psp === 'NordAcq' ? 'maintenance' : undefined)
    for (let i = 0; i < 20; i++) {
      const { hits, draw } = ask(table, rows, { unavailable, transactionId: `${i}` })
      expect(refsOf(hits)).toEqual([2])
      expect(draw?.removed).toEqual([{ ref: '1_TT_01_01@1', why: 'maintenance' }])
    }
  })

  it('leaves it with the first row when all are away', () => {
    const { hits, draw } = ask(table, rows, { unavailable: () => 'maintenance' })
    expect(refsOf(hits)).toEqual([1])
    expect(draw).toMatchObject({ roll: undefined, weights: {} })
    expect(draw?.removed).toHaveLength(2)
  })

  it('counts neither rows switched off nor those of another ruleset', () => {
    const off = { ...share('AcqTwo', 100), off: true }
    const effective = effectiveOf(
      table,
      testVersion([share('NordAcq', 1), off]),
      testVersion([share('EuroCard', 100)], { no: 2, rulesetId: 'set-2' }),
    )
    const { hits, draw } = evaluate(effective, { kind: 'a' }, context)
    expect(hits[0]?.outputs.psp).toBe('NordAcq')
    expect(draw?.weights).toEqual({ '1_TT_01_01@1': 1 })
  })
})

describe('ALL', () => {
  it('acts with every row in order until one says stop', () => {
    const rows = [{}, { when: is('b') }, { decides: { stop: true } }, {}]
    const result = ask(testTable('ALL'), rows)
    expect(refsOf(result.hits)).toEqual([1, 3])
    expect(result.stoppedAt?.row).toBe(2)
  })
})

describe('COLLECT_SUM', () => {
  it('takes the first row of each component', () => {
    const rows = ['ACQUIRER', 'GATEWAY', 'ACQUIRER'].map((component) => ({ decides: { component } }))
    const result = ask(testTable('COLLECT_SUM'), rows)
    expect(refsOf(result.hits)).toEqual([1, 2])
    expect(refsOf(result.passedOver)).toEqual([3])
  })
})

describe('STRICTEST', () => {
  it('gives all rows that match', () => {
    const result = ask(testTable('STRICTEST'), [{}, { when: is('b') }, {}])
    expect(refsOf(result.hits)).toEqual([1, 3])
  })
})

describe('FIRST_EXCEEDED', () => {
  const table = testTable('FIRST_EXCEEDED')

  it('takes the first row that matches and whose threshold is exceeded', () => {
    const asked: number[] = []
    const exceeded = ({ row }: { row: number }) => {
      asked.push(row + 1)
      return row === 3
    }
    const result = ask(table, [{}, { when: is('b') }, {}, {}, {}], { exceeded })
    expect(refsOf(result.hits)).toEqual([4])
    expect(refsOf(result.passedOver)).toEqual([1, 3])
    expect(asked).toEqual([1, 3, 4])
  })

  it('decides nothing without counters', () => {
    expect(ask(table, [{}])).toMatchObject({ outcome: 'NO_MATCH', hits: [] })
  })
})

describe('a table that asks about the PSP before it is chosen', () => {
  const table = testTable('FIRST', { defers: true })
  const rows = [{ when: is('b') }, { when: { ...is('a'), ...onPsp('x') } }, { when: is('a') }]
  const version = testVersion(rows)

  it('waits when the first row that could match asks about it', () => {
    const { outcome, hits, stoppedAt } = evaluate(effectiveOf(table, version), { kind: 'a' }, { step: 'D6' })
    expect({ outcome, hits, row: stoppedAt?.row }).toEqual({ outcome: 'DEFERRED', hits: [], row: 1 })
  })

  it('decides when that row does not', () => {
    const result = evaluate(effectiveOf(table, version), { kind: 'b' }, { step: 'D6' })
    expect(refsOf(result.hits)).toEqual([1])
  })

  it.each([
    ['x', 2],
    ['y', 3],
  ])('decides with PSP %s', (psp, row) => {
    const result = evaluate(effectiveOf(table, version), { kind: 'a', psp }, { step: 'D7' })
    expect(refsOf(result.hits)).toEqual([row])
  })

  it('waits for a precondition too', () => {
    const waiting = testVersion([{}], { preconditions: onPsp('x') })
    expect(evaluate(effectiveOf(table, waiting), {}, { step: 'D6' }).outcome).toBe('DEFERRED')
  })

  it('lets thresholds above that row decide', () => {
    const velocity = testTable('FIRST_EXCEEDED', { defers: true })
    const effective = effectiveOf(velocity, testVersion([{}, { when: onPsp('x') }, {}]))
    const at = (row: number) =>
      evaluate(effective, {}, { step: 'D6', exceeded: (hit) => hit.row === row }).outcome
    expect([at(0), at(1), at(2)]).toEqual(['DECIDED', 'DEFERRED', 'DEFERRED'])
  })
})
