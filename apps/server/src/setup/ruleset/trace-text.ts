import { explain, type Candidate, type TableTrace as EngineTrace } from '@signalbox/engine/explain'
import type { EffectiveTable } from '@signalbox/engine/effective-table'
import type { EvaluationContext } from '@signalbox/engine/evaluation-context'
import { explainMiss } from '@signalbox/engine/sentence/explain-miss'
import type { Wording } from '@signalbox/engine/sentence/wording'
import type { Money } from '@signalbox/model/money/money'
import { decimalText } from '@signalbox/model/money/money-text'
import { formatCell } from '@signalbox/model/rules/cell-text'
import type { Facts, FactValue } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'
import { maskFact } from '@signalbox/model/rules/mask-fact'
import type { FailedCell, TableTrace, TraceRow } from '@signalbox/model/rules/trace'

/** More rows than this are not told one by one: those that acted are, and those that came closest. */
const maxRows = 2_000
const nearest = 500

const isMoney = (value: object): value is Money => 'minor' in value

export function factText(value: FactValue): string {
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.join(', ')
  if (isMoney(value)) return `${decimalText(value)} ${value.currency}`
  return Object.entries(value)
    .map(([key, member]) => `${key}: ${typeof member === 'string' ? member : member.join(', ')}`)
    .join('; ')
}

/** How a trace is told, and to whom. */
interface Telling extends Wording {
  /** Personal data is not for this reader. */
  readonly masked?: boolean
}

function failedCell({ column, cell, ...found }: Candidate['failed'][number], wording: Telling): FailedCell[] {
  const fact = factOf(column)
  if (!fact) return []
  const actual = wording.masked && found.actual !== undefined ? maskFact(fact, found.actual) : found.actual
  return [
    {
      column,
      expected: formatCell(fact, cell),
      actual: actual === undefined ? null : factText(actual),
      sentence: explainMiss(fact, cell, actual, wording),
    },
  ]
}

/** Numbers of the rows worth telling, in their order. */
function rowsToTell(trace: EngineTrace): readonly number[] {
  if (trace.rowCount <= maxRows) return Array.from({ length: trace.rowCount }, (_, number) => number)
  const acted = Array.from({ length: trace.rowCount }, (_, number) => number).filter((number) =>
    ['HIT', 'PASSED_OVER'].includes(trace.result(number)),
  )
  return [...new Set([...acted.slice(0, maxRows), ...trace.nearestMisses(nearest)])].sort((a, b) => a - b)
}

/** Rows of a table are counted through all its rulesets. */
function rowFinder({ rulesets }: EffectiveTable) {
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
    if (!ruleset || !rule) throw new RangeError(`The table has no row ${number}`)
    return { ruleset, rule }
  }
}

/** Asks a table and tells why it answered as it did, in words. */
export function tellTrace(
  effective: EffectiveTable,
  facts: Facts,
  context: EvaluationContext,
  wording: Telling,
): TableTrace {
  const trace = explain(effective, facts, context)
  const { hits, draw } = trace.evaluation
  const find = rowFinder(effective)
  const rows = rowsToTell(trace).map((number): TraceRow => {
    const { ruleset, rule } = find(number)
    const { ref, result, failed } = trace.candidate(number)
    return {
      ref,
      rulesetId: ruleset.version.rulesetId,
      ruleId: rule.id,
      no: rule.no,
      name: rule.name,
      result,
      failed: failed.flatMap((cell) => failedCell(cell, wording)),
    }
  })
  return {
    table: trace.table,
    hits: hits.map(({ ref }) => ref),
    outcome: hits[0]?.outputs ?? null,
    outcomes: hits.map(({ outputs }) => outputs),
    draw: draw ? { weights: draw.weights, roll: draw.roll ?? 0, removed: draw.removed } : null,
    rows,
    rowCount: trace.rowCount,
  }
}
