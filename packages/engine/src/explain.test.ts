import type { Cell } from '@signalbox/model/rules/cell'
import { describe, expect, it } from 'vitest'
import { explain } from './explain.ts'
import { testTable } from './testing/test-vocabulary.ts'
import { effectiveOf, testVersion, type TestRow } from './testing/try-rows.ts'

const is = (value: string): Cell => ({ op: 'in', values: [value] })
const until = (value: string): Cell => ({ op: 'range', max: { value, inclusive: false } })
const facts = { kind: 'a', text: 'x', now: '2026-05-01T00:00:00Z' }
const table = testTable('FIRST')

const effective = effectiveOf(
  table,
  testVersion([{ when: { score: { op: 'set' } } }], {
    preconditions: { kind: is('b'), flag: { op: 'is', value: true } },
  }),
  testVersion(
    [
      { when: { kind: is('b'), text: is('y'), score: { op: 'notSet' } } },
      { when: { kind: is('a'), validPeriod: until('2026-04-30T00:00:00Z') } },
      { when: { kind: is('a'), flag: { op: 'is', value: true } } },
      { when: { kind: is('a') }, off: true },
      { when: { kind: is('a') }, decides: { psp: 'NordAcq' } },
      { when: { kind: is('c'), text: is('x') } },
    ],
    { no: 2, rulesetId: 'set-2', version: 7 },
  ),
)
const trace = explain(effective, facts, { step: 'D4' })

describe('a trace', () => {
  it('says of every row what became of it', () => {
    expect(Array.from({ length: trace.rowCount }, (_, i) => trace.result(i))).toEqual([
      'PRECONDITION_FAILED',
      'MISS',
      'EXPIRED',
      'MISS',
      'DISABLED',
      'HIT',
      'NOT_REACHED',
    ])
  })

  it('names all cells that fail, with what was wanted and what was there', () => {
    expect(trace.candidate(1)).toEqual({
      ref: '1_TT_02_01@7',
      result: 'MISS',
      failed: [
        { column: 'kind', cell: is('b'), actual: 'a', missing: false },
        { column: 'text', cell: is('y'), actual: 'x', missing: false },
      ],
    })
    expect(trace.candidate(2).failed).toMatchObject([{ column: 'validPeriod', actual: facts.now }])
    expect(trace.candidate(3).failed).toMatchObject([{ column: 'flag', actual: undefined, missing: true }])
  })

  it('names the preconditions of a ruleset that was not looked at', () => {
    expect(
      trace
        .candidate(0)
        .failed.map(({ column }) => column)
        .sort(),
    ).toEqual(['flag', 'kind'])
  })

  it('knows of rows below the one that decided what they lack', () => {
    expect(trace.failedColumns(6).map(({ key }) => key)).toEqual(['kind'])
  })

  it('puts the closest misses first', () => {
    expect(trace.nearestMisses(2)).toEqual([2, 3])
    expect(trace.nearestMisses(10)).toEqual([2, 3, 1])
  })

  it('tells the versions and what was decided', () => {
    expect(trace).toMatchObject({ table: 'test-table', step: 'D4', versions: ['set-1@1', 'set-2@7'] })
    expect(trace.outcome).toEqual([{ psp: 'NordAcq', stop: false }])
    expect(trace.draw).toBeUndefined()
  })

  it('gives a page of rows', () => {
    expect(trace.candidates(5).map(({ ref }) => ref)).toEqual(['1_TT_02_05@7', '1_TT_02_06@7'])
    expect(trace.candidates(6, 100)).toHaveLength(1)
    expect(() => trace.candidate(7)).toThrow(RangeError)
    expect(() => trace.result(-1)).toThrow(RangeError)
  })

  it('shows the draw, and rows of the group that were not drawn', () => {
    const rows = [1, 2, 3].map((weight) => ({ when: { kind: is('a') }, decides: { weight } }))
    const weighted = effectiveOf(testTable('FIRST_WEIGHTED'), testVersion([...rows, {}]))
    const drawn = explain(weighted, facts, { step: 'D7', transactionId: '1' })
    const results = [0, 1, 2, 3].map((row) => drawn.result(row))
    expect(results.toSorted()).toEqual(['HIT', 'NOT_REACHED', 'PASSED_OVER', 'PASSED_OVER'])
    expect(drawn.draw?.weights).toEqual({ '1_TT_01_01@1': 1, '1_TT_01_02@1': 2, '1_TT_01_03@1': 3 })
  })

  it('has a deferred table stop at the row that waits for the PSP', () => {
    const deferring = testTable('FIRST', { defers: true })
    const rows: TestRow[] = [{ when: { kind: is('b') } }, { when: { psp: is('x') } }, {}]
    const waiting = explain(effectiveOf(deferring, testVersion(rows)), facts, { step: 'D6' })
    expect([0, 1, 2].map((row) => waiting.result(row))).toEqual(['MISS', 'NOT_REACHED', 'NOT_REACHED'])
    expect(waiting.evaluation.outcome).toBe('DEFERRED')
  })
})
