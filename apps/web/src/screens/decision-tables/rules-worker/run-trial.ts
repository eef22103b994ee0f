import { contextIn, type Circumstances } from '@signalbox/engine/circumstances'
import type { CompiledRuleset, Hit } from '@signalbox/engine/compile-ruleset'
import type { Evaluation } from '@signalbox/engine/evaluate'
import { explain, type TableTrace } from '@signalbox/engine/explain'
import { explainMiss } from '@signalbox/engine/sentence/explain-miss'
import { ratesFromWire } from '@signalbox/model/money/wire-rates'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Step } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'
import { readFacts } from '@signalbox/model/rules/read-facts'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Trial, TrialReply, TrialRequest, TrialRow } from './worker-messages.ts'

/** Where a table may look at the PSP although it is asked before one is chosen, the later answer is the one that binds. */
const stepOf = ({ defers, steps: [first = 'D0'] }: DecisionTable): Step => (defers ? 'D7' : first)

/** Rows beyond these would be read by nobody. */
const mostTrialRows = 200

/** Rows of a table are counted through all its rulesets. */
function rowFinder(rulesets: readonly CompiledRuleset[]) {
  const starts: number[] = []
  let rows = 0
  for (const { rules } of rulesets) {
    starts.push(rows)
    rows += rules.length
  }
  return (number: number) => {
    const at = starts.findLastIndex((start) => start <= number)
    const ruleset = rulesets[at]
    const rule = ruleset?.rules[number - (starts[at] ?? 0)]
    return ruleset && rule ? { ruleset, rule } : undefined
  }
}

function rowDescriber(trace: TableTrace, rulesets: readonly CompiledRuleset[], formats: UserFormats) {
  const find = rowFinder(rulesets)
  return (number: number): TrialRow[] => {
    const found = find(number)
    if (!found) return []
    const { result, failed } = trace.candidate(number)
    const misses = failed.flatMap(({ column, cell, actual }) => {
      const fact = factOf(column)
      return fact ? [explainMiss(fact, cell, actual, { formats })] : []
    })
    const { ruleset, rule } = found
    return [
      {
        key: ruleset.version.rulesetId,
        ruleId: rule.id,
        no: rule.no,
        name: rule.name,
        result,
        misses,
        columns: failed.map(({ column }) => `c:${column}`),
      },
    ]
  }
}

/** First what matched, then what came closest, then the rest from the top. */
function rowsToShow(trace: TableTrace): number[] {
  const shown = new Set<number>()
  const matched: number[] = []
  for (let number = 0; number < trace.rowCount && matched.length < mostTrialRows; number++) {
    if (trace.result(number) === 'PASSED_OVER') matched.push(number)
  }
  for (const number of [...matched, ...trace.nearestMisses(mostTrialRows)]) shown.add(number)
  for (let number = 0; number < trace.rowCount && shown.size < mostTrialRows; number++) shown.add(number)
  return [...shown].slice(0, mostTrialRows)
}

/** Where and when a live payment would be asked, as far as the server has told. */
function circumstancesOf(
  table: DecisionTable,
  { thresholds, transactionId, circumstances, exceeded: counted }: TrialRequest,
): Circumstances {
  const over = new Set(counted.map(({ key, ruleId }) => `${key} ${ruleId}`))
  const exceeded = ({ ruleset, rule }: Hit): boolean =>
    thresholds === 'counted' ? over.has(`${ruleset.version.rulesetId} ${rule.id}`) : thresholds === 'exceeded'
  if (!circumstances) return { step: stepOf(table), transactionId, exceeded }
  const { rates, closed, closedElse } = circumstances
  const whyClosed = new Map(closed.map(({ psp, why }) => [psp, why]))
  const whyNot = (psp: string) => (whyClosed.has(psp) ? whyClosed.get(psp) : closedElse) ?? undefined
  return {
    step: stepOf(table),
    transactionId,
    exceeded,
    rates: ratesFromWire(rates),
    closed: whyNot,
  }
}

/** Nobody matches more rows with a threshold; the server takes no more. */
const mostCounted = 200

const countedRows = ({ hitPolicy }: DecisionTable, { hits, passedOver }: Evaluation): Trial['counted'] =>
  hitPolicy === 'FIRST_EXCEEDED'
    ? [...hits, ...passedOver]
        .slice(0, mostCounted)
        .map(({ ruleset, rule }) => ({ key: ruleset.version.rulesetId, ruleId: rule.id, rule }))
    : []

/** Asks a table about a payment that never happened, and why it answers as it does. */
export function runTrial(
  table: DecisionTable,
  rulesets: readonly CompiledRuleset[],
  request: TrialRequest,
): TrialReply {
  const { facts: given, formats } = request
  const read = readFacts(given)
  if (!read.ok)
    return {
      ok: false,
      problems: Object.fromEntries(read.problems.map(({ fact, message }) => [fact, message])),
    }
  const { amount } = read.facts
  const currency = typeof amount === 'object' && 'currency' in amount ? { currency: amount.currency } : {}
  const started = performance.now()
  const trace = explain(
    { table, rulesets },
    { ...currency, ...read.facts },
    contextIn(table, circumstancesOf(table, request)),
  )
  const tookMs = performance.now() - started
  const { evaluation } = trace
  const describe = rowDescriber(trace, rulesets, formats)
  const hits = evaluation.hits.map((hit) => ({
    key: hit.ruleset.version.rulesetId,
    ruleId: hit.rule.id,
    no: hit.rule.no,
    name: hit.rule.name,
    result: 'HIT' as const,
    misses: [],
    columns: [],
    outputs: hit.outputs,
  }))
  const isHit = new Set(hits.map(({ key, ruleId }) => `${key} ${ruleId}`))
  const rows = rowsToShow(trace)
    .flatMap(describe)
    .filter(({ key, ruleId }) => !isHit.has(`${key} ${ruleId}`))
  return {
    ok: true,
    trial: {
      outcome: evaluation.outcome,
      hits,
      rows,
      rowCount: trace.rowCount,
      draw: drawOf(trace),
      tookMs,
      counted: countedRows(table, evaluation),
    },
  }
}

function drawOf({ draw }: TableTrace): Trial['draw'] {
  if (!draw || draw.roll === undefined) return null
  return { shares: Object.entries(draw.weights).map(([ref, weight]) => ({ ref, weight })), roll: draw.roll }
}
