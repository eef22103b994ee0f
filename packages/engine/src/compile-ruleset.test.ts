import type { Cell } from '@signalbox/model/rules/cell'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CompiledRuleset, compileRuleset, indexRuleset } from './compile-ruleset.ts'
import { effectiveTable } from './effective-table.ts'
import { evaluate } from './evaluate.ts'
import { explain } from './explain.ts'
import { facts as anyFacts, rates, rows as anyRows } from './testing/arbitraries.ts'
import { naiveCellHolds } from './testing/naive-cell.ts'
import { testTable, testVocabulary } from './testing/test-vocabulary.ts'
import { testVersion, type TestRow } from './testing/try-rows.ts'
import { CellError } from './vocabulary.ts'

const table = testTable('STRICTEST')
const seed = { seed: 20_260_730 }

// What a message between threads makes of a value; the library of types knows it only in browsers and Node.
const { structuredClone: asPosted } = globalThis as typeof globalThis & {
  structuredClone: <T>(value: T) => T
}

/** Rows enough for sets that are put together when asked for, and for heads of several words. */
function largeVersion(count: number) {
  const some = fc.sample(anyRows, { ...seed, numRuns: count }).flat()
  const rows = some
    .filter(({ conditions }) => Object.keys(conditions).length > 0)
    .slice(0, count)
    .map(({ conditions, enabled }, i): TestRow => ({
      // A value of its own for most rows: large tables name users and card numbers one by one.
      when:
        i % 3 === 0 ? conditions : { ...conditions, userId: { op: 'in', values: [`user-${i}`, 'alpha'] } },
      off: !enabled,
    }))
  return testVersion(rows)
}

describe('a large ruleset', () => {
  const version = largeVersion(3_000)
  const compiled = compileRuleset(table, version, testVocabulary)
  const posted = new CompiledRuleset(table, version, asPosted(compiled.index))
  // The head of its sets is one word.
  const medium = compileRuleset(table, largeVersion(700), testVocabulary)
  const payments = fc.sample(fc.tuple(anyFacts, rates), { ...seed, numRuns: 25 })

  it.each([
    ['of 3,000 rows', compiled, 3_000],
    ['of 3,000 rows, compiled in another thread', posted, 3_000],
    ['of 700 rows', medium, 700],
  ])('decides as a plain look at every cell does: %s', (_what, ruleset, count) => {
    const { version } = ruleset
    expect(version.rules).toHaveLength(count)
    const effective = effectiveTable(table, [1], [ruleset])
    let hits = 0
    for (const [facts, sheet] of payments) {
      const naiveVocabulary = { ...testVocabulary, rates: sheet }
      const failed = version.rules.map(({ conditions }) =>
        Object.entries(conditions)
          .filter(([column, cell]) => !naiveCellHolds(cell, column, facts, naiveVocabulary))
          .map(([column]) => column)
          .sort()
          .join(),
      )
      const matching = version.rules.filter(({ enabled }, row) => enabled && failed[row] === '')
      const found = evaluate(effective, facts, { step: 'D7', rates: sheet }).hits
      expect(found.map(({ rule }) => rule.no)).toEqual(matching.map(({ no }) => no))
      const trace = explain(effective, facts, { step: 'D7', rates: sheet })
      const told = failed.map((_, row) =>
        trace
          .failedColumns(row)
          .map(({ key }) => key)
          .sort()
          .join(),
      )
      expect(told.join('\n')).toBe(failed.join('\n'))
      hits += found.length
    }
    expect(hits).toBeGreaterThan(count / 30)
  })

  it('keeps most sets of large columns as what differs, not in full', () => {
    const { sets } = compiled.index.rows
    const inFull = sets.place.filter((place) => place >= 0)
    expect(sets.place.length).toBeGreaterThan(1_500)
    expect(new Set(inFull).size).toBeLessThan(600)
  })
})

describe('a cell nobody could evaluate', () => {
  const refused: Record<string, Record<string, Cell>> = {
    'not a regular expression': { text: { op: 'regex', pattern: '(' } },
    'not a block of addresses': { ip: { op: 'cidr', values: ['10.0.0.0/33'] } },
    'not a number': { score: { op: 'in', values: ['many'] } },
    'cannot be compared': { validPeriod: { op: 'range', min: { value: 'soon', inclusive: true } } },
    'not an amount in EUR': {
      amount: {
        op: 'moneyRange',
        min: { EUR: '1.5' },
        minInclusive: true,
        maxInclusive: true,
        onMissing: 'CONVERT',
      },
    },
    'not the beginning of a card number': { bin: { op: 'prefix', values: ['4x'] } },
    'not a time zone': {
      schedule: { op: 'schedule', timeZone: 'Mars/Base', days: [1], from: '00:00', to: '01:00' },
    },
    'is no window': { schedule: { op: 'schedule', timeZone: 'UTC', days: [1], from: '8:00', to: '24:01' } },
    'no such fact': { nothing: { op: 'set' } },
  }

  it.each(Object.entries(refused))('%s: names its row and column', (reason, when) => {
    const [column = ''] = Object.keys(when)
    const rows = [
      ...Array.from({ length: 40 }, (): TestRow => ({ when: { kind: { op: 'in', values: ['z'] } } })),
      { when },
    ]
    const index = () => indexRuleset(table, testVersion(rows), testVocabulary)
    expect(index).toThrow(CellError)
    expect(index).toThrow(`row 41, ${column}: `)
    expect(index).toThrow(reason)
  })

  it('may be a precondition', () => {
    const version = testVersion([{}], { preconditions: { text: { op: 'regex', pattern: '(' } } })
    expect(() => indexRuleset(table, version, testVocabulary)).toThrow('precondition, text: ')
  })
})
