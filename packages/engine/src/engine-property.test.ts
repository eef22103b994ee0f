import { operators, type Cell } from '@signalbox/model/rules/cell'
import { hitPolicies, type DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Facts, FactValue, Step } from '@signalbox/model/rules/fact'
import type { RulesetVersion } from '@signalbox/model/rules/rule'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { CompiledRuleset, indexRuleset } from './compile-ruleset.ts'
import { effectiveTable, type EffectiveTable } from './effective-table.ts'
import { evaluate } from './evaluate.ts'
import { explain } from './explain.ts'
import { hash64 } from './hash64.ts'
import { maxLeading } from './narrow-rows.ts'
import * as arbitrary from './testing/arbitraries.ts'
import { naiveEvaluate, type NaiveContext, type NaiveResult } from './testing/naive-evaluate.ts'
import { testTable, testVocabulary } from './testing/test-vocabulary.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    longRunShare: number
  }
}

/** `npm test` looks at a part; `npm run test:full` at all of them. */
const share = inject('longRunShare')
const tableCount = 2_500 * share
const paymentsPerTable = 40

const circumstances = fc.record({
  step: fc.constantFrom<Step>('D6', 'D7'),
  rates: arbitrary.rates,
  drawBy: fc.constantFrom('TRANSACTION' as const, 'USER' as const),
  down: fc.subarray(['NordAcq', 'EuroCard', 'AcqTwo']),
  exceeds: fc.nat({ max: 3 }),
})

const scenario = fc.record({
  policy: arbitrary.policy,
  defers: fc.boolean(),
  versions: arbitrary.versions,
  maxFlips: fc.constantFrom(0, 2, 1_000),
  leading: fc.constantFrom(0, maxLeading),
  payments: fc.array(fc.tuple(arbitrary.facts, circumstances), {
    minLength: paymentsPerTable,
    maxLength: paymentsPerTable,
  }),
})

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never

/** How often something was met. A property says nothing about what it never saw. */
const met = new Map<string, number>()
const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1)

it('decides and explains as a plain look at every cell does', { timeout: 900_000 }, () => {
  let pairs = 0
  const compare = ({ policy, defers, versions, maxFlips, leading, payments }: Scenario) => {
    const table = testTable(policy, { defers })
    const compiled = versions.map((version) => {
      const index = indexRuleset(table, version, testVocabulary, maxFlips)
      // As a table ten times as large would have it.
      const rows = { ...index.rows, leading: Math.min(leading, index.rows.probes.length) }
      return new CompiledRuleset(table, version, { ...index, rows })
    })
    const effective = effectiveTable(table, arbitrary.lineage, compiled)
    for (const [facts, { step, rates, drawBy, down, exceeds }] of payments) {
      const context: NaiveContext = {
        step,
        rates,
        drawBy,
        transactionId: `tx-${pairs++}`,
        hash: hash64,
        unavailable: ({ psp }) => (down.some((each) => each === psp) ? 'maintenance' : undefined),
        exceeded: ({ ref }) => ref.charCodeAt(ref.length - 3) % 4 < exceeds,
      }
      const naiveVocabulary = { ...testVocabulary, rates, note: meetCell }
      const naive = naiveEvaluate(table, versions, arbitrary.lineage, facts, context, naiveVocabulary)
      meetResult(table, versions, naive)
      const [wanted, got] = [naiveSummary(naive), engineSummary(effective, facts, context)]
      if (wanted !== got) expect(got).toBe(wanted)
    }
  }
  fc.assert(fc.property(scenario, compare), { numRuns: tableCount, seed: 20_260_729 })

  expect(pairs).toBeGreaterThanOrEqual(100_000 * share)
  const wanted = [
    ...operators.flatMap((op) => [`${op} holds`, `${op} fails`, `${op} missing`]),
    ...hitPolicies.flatMap((policy) => [`${policy} DECIDED`, `${policy} NO_MATCH`, `${policy} DEFERRED`]),
    ...[
      'in',
      'notIn',
      'mapIn',
      'mapNotIn',
      'prefix',
      'notPrefix',
      'regex',
      'notRegex',
      'cidr',
      'notCidr',
    ].map((op) => `${op} of a list`),
    ...['HIT', 'MISS', 'PASSED_OVER', 'NOT_REACHED', 'DISABLED', 'PRECONDITION_FAILED', 'EXPIRED'],
    ...['converted amount holds', 'converted amount fails', 'drawn', 'member removed', 'nobody left to draw'],
    ...['enforced hit', 'own hit', 'overridable hit', 'more than 32 rows', 'disabled ruleset'],
  ]
  expect(wanted.filter((what) => (met.get(what) ?? 0) < 100 * share)).toEqual([])
})

function naiveSummary({ outcome, hits, roll, removed, rows }: NaiveResult): string {
  const lines = rows.map(({ ref, result, failed }) => `${ref} ${result} ${failed.toSorted().join()}`)
  return [outcome, hits.toSorted(), roll, removed, ...lines].join('\n')
}

function engineSummary(effective: EffectiveTable, facts: Facts, context: NaiveContext): string {
  const { outcome, hits, draw } = evaluate(effective, facts, context)
  const trace = explain(effective, facts, context)
  const refs = effective.rulesets.flatMap((ruleset) => ruleset.rules.map((_, row) => ruleset.ref(row)))
  const lines = refs.map((ref, i) => {
    const failed = trace.failedColumns(i).map(({ key }) => key)
    return `${ref} ${trace.result(i)} ${failed.sort().join()}`
  })
  const removed = draw?.removed.map(({ ref }) => ref) ?? []
  return [outcome, hits.map(({ ref }) => ref).sort(), draw?.roll, removed, ...lines].join('\n')
}

function meetCell(cell: Cell, fact: FactValue | undefined, holds: boolean): void {
  meet(`${cell.op} ${holds ? 'holds' : 'fails'}`)
  if (fact === undefined) meet(`${cell.op} missing`)
  const value =
    'key' in cell && cell.key !== undefined ? (fact as Record<string, FactValue>)?.[cell.key] : fact
  if (Array.isArray(value) && value.length !== 1) meet(`${cell.op} of a list`)
  if (
    cell.op === 'moneyRange' &&
    cell.onMissing === 'CONVERT' &&
    typeof fact === 'object' &&
    'currency' in fact
  ) {
    const named = { ...cell.min, ...cell.max }
    if (!Object.hasOwn(named, fact.currency as string)) meet(`converted amount ${holds ? 'holds' : 'fails'}`)
  }
}

function meetResult(
  { hitPolicy }: DecisionTable,
  versions: readonly RulesetVersion[],
  { outcome, roll, removed, rows }: NaiveResult,
): void {
  meet(`${hitPolicy} ${outcome}`)
  if (roll !== undefined) meet('drawn')
  if (removed.length > 0) meet(roll === undefined ? 'nobody left to draw' : 'member removed')
  if (versions.some(({ rules }) => rules.length > 32)) meet('more than 32 rows')
  if (versions.some(({ enabled }) => !enabled)) meet('disabled ruleset')
  for (const result of new Set(rows.map((row) => row.result))) meet(result)
  for (const { result, version } of rows) {
    if (result !== 'HIT') continue
    meet(version.merchantId === 30 ? 'own hit' : `${version.inherit.toLowerCase()} hit`)
  }
}
