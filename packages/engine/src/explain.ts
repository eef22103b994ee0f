import { failCount, failedColumns, rowFailures, type RowFailures } from './row-failures.ts'
import type { Cell } from '@signalbox/model/rules/cell'
import type { Facts, FactValue, Step } from '@signalbox/model/rules/fact'
import type { CompiledRuleset, Hit, Outputs } from './compile-ruleset.ts'
import type { Draw } from './draw.ts'
import type { EffectiveTable } from './effective-table.ts'
import { evaluate, questionOf, type Evaluation } from './evaluate.ts'
import type { EvaluationContext } from './evaluation-context.ts'
import { instantOf } from './fact-readings.ts'
import type { Column, RowIndex } from './row-index.ts'

export type RowResult =
  | 'HIT'
  | 'MISS'
  /** Matches, but another row was drawn, had its component first, or its threshold is not exceeded. */
  | 'PASSED_OVER'
  | 'NOT_REACHED'
  | 'DISABLED'
  | 'PRECONDITION_FAILED'
  /** Would match, or miss for other reasons too, but its period is over. */
  | 'EXPIRED'

/** A condition that does not hold. */
interface FailedCell {
  readonly column: string
  readonly cell: Cell
  readonly actual: FactValue | undefined
  readonly missing: boolean
}

export interface Candidate {
  readonly ref: string
  readonly result: RowResult
  /** Every condition that fails, not only the first. Those of the ruleset where its preconditions do not hold. */
  readonly failed: readonly FailedCell[]
}

/**
 * Why a table decided as it did. The caller adds what it measured and what it did with the outcome.
 *
 * Which columns refuse which rows, and what became of each row, is worked out at once for all of them and takes
 * microseconds. What takes longer, naming it, is left until somebody asks for a row.
 */
export const explain = (effective: EffectiveTable, facts: Facts, context: EvaluationContext): TableTrace =>
  new TableTrace(effective, facts, context)

interface RulesetTrace {
  readonly ruleset: CompiledRuleset
  /** Number of its first row in the table. */
  readonly first: number
  readonly rows: RowFailures
  /** Where its preconditions do not hold: which of them. */
  readonly refused: RowFailures | undefined
  /** Columns that ask for a period. */
  readonly periods: readonly Column[]
}

const results = ['MISS', 'HIT', 'PASSED_OVER', 'NOT_REACHED', 'DISABLED', 'PRECONDITION_FAILED'] as const
const codeOf = Object.fromEntries(results.map((result, code) => [result, code])) as Record<
  (typeof results)[number],
  number
>

export class TableTrace {
  readonly table: string
  readonly step: Step
  /** `rulesetId@version`, in the order in which they were asked. */
  readonly versions: readonly string[]
  readonly rowCount: number
  readonly evaluation: Evaluation
  readonly #facts: Facts
  readonly #rulesets: readonly RulesetTrace[]
  /** By number of row: what became of it, as a place in `results`. */
  readonly #results: Uint8Array

  constructor(effective: EffectiveTable, facts: Facts, context: EvaluationContext) {
    const { table, rulesets } = effective
    this.table = table.slug
    this.step = context.step
    this.versions = rulesets.map(({ version }) => `${version.rulesetId}@${version.version}`)
    this.evaluation = evaluate(effective, facts, context)
    this.#facts = facts
    const question = questionOf(effective, facts, context)
    let rowCount = 0
    this.#rulesets = rulesets.map((ruleset) => {
      const { rows, preconditions } = ruleset.index
      const first = rowCount
      rowCount += rows.rowCount
      const asked = preconditions && rowFailures(preconditions, question)
      const refused = asked && failCount(asked, 0) > 0 ? asked : undefined
      return { ruleset, first, refused, rows: rowFailures(rows, question), periods: periodsOf(rows) }
    })
    this.rowCount = rowCount
    this.#results = this.#findResults()
  }

  get draw(): Draw | undefined {
    return this.evaluation.draw
  }

  /** What each row that acts says. */
  get outcome(): readonly Outputs[] {
    return this.evaluation.hits.map(({ outputs }) => outputs)
  }

  /** @param number of the row in the table, counted from 0 through all rulesets */
  result(number: number): RowResult {
    const result = results[this.#results[number] ?? -1]
    if (!result) throw new RangeError(`No row ${number}`)
    return result === 'MISS' && this.#isOver(number) ? 'EXPIRED' : result
  }

  /** All columns a row fails in, or the preconditions its ruleset fails in. Known also where nobody looked. */
  failedColumns(number: number): readonly Column[] {
    const { refused, rows, first } = this.#traceOf(number)
    return refused ? failedColumns(refused, 0) : failedColumns(rows, number - first)
  }

  candidate(number: number): Candidate {
    const { ruleset, refused, first } = this.#traceOf(number)
    const cells = refused ? ruleset.version.preconditions : (ruleset.rules[number - first]?.conditions ?? {})
    const failed = this.failedColumns(number).flatMap(({ key, fact }) => {
      const cell = cells[key]
      const actual = this.#facts[fact] ?? undefined
      return cell ? [{ column: key, cell, actual, missing: actual === undefined }] : []
    })
    return { ref: ruleset.ref(number - first), result: this.result(number), failed }
  }

  /** Rows from one number up to, not including, another. */
  candidates(from = 0, to = this.rowCount): Candidate[] {
    return Array.from({ length: Math.max(0, Math.min(to, this.rowCount) - from) }, (_, i) =>
      this.candidate(from + i),
    )
  }

  /** Numbers of the rows that missed by the fewest columns, closest first. */
  nearestMisses(limit: number): number[] {
    const near: { number: number; count: number }[] = []
    for (const { first, rows } of this.#rulesets) {
      for (let row = 0; row < rows.index.rowCount; row++) {
        if (this.#results[first + row] === codeOf.MISS) {
          near.push({ number: first + row, count: failCount(rows, row) })
        }
      }
    }
    return near
      .sort((a, b) => a.count - b.count || a.number - b.number)
      .slice(0, limit)
      .map(({ number }) => number)
  }

  #traceOf(number: number): RulesetTrace {
    for (let i = this.#rulesets.length - 1; i >= 0; i--) {
      const trace = this.#rulesets[i] as RulesetTrace
      if (trace.first <= number && number < this.rowCount) return trace
    }
    throw new RangeError(`No row ${number}`)
  }

  #findResults(): Uint8Array {
    const found = new Uint8Array(this.rowCount)
    const reached = this.#lastReached()
    for (const { ruleset, first, refused } of this.#rulesets) {
      const end = first + ruleset.rules.length
      if (refused) found.fill(codeOf.PRECONDITION_FAILED, first, end)
      if (end > reached + 1) found.fill(codeOf.NOT_REACHED, Math.max(first, reached + 1), end)
      if (!ruleset.version.enabled) found.fill(codeOf.DISABLED, first, end)
      else if (!ruleset.index.rows.allEnabled) {
        for (const [row, { enabled }] of ruleset.rules.entries())
          if (!enabled) found[first + row] = codeOf.DISABLED
      }
    }
    for (const hit of this.evaluation.passedOver) found[this.#numberOf(hit)] = codeOf.PASSED_OVER
    for (const hit of this.evaluation.hits) found[this.#numberOf(hit)] = codeOf.HIT
    return found
  }

  #numberOf({ ruleset, row }: Hit): number {
    return (this.#rulesets.find((trace) => trace.ruleset === ruleset)?.first ?? 0) + row
  }

  #lastReached(): number {
    const { stoppedAt, outcome } = this.evaluation
    if (!stoppedAt) return this.rowCount - 1
    return this.#numberOf(stoppedAt) - (outcome === 'DEFERRED' ? 1 : 0)
  }

  /** Whether a period the row asks for ended before the payment. */
  #isOver(number: number): boolean {
    const { ruleset, first, periods } = this.#traceOf(number)
    if (periods.length === 0) return false
    return periods.some(({ key, fact }) => {
      const cell = ruleset.rules[number - first]?.conditions[key]
      const nowMs = instantOf(this.#facts[fact] ?? '')
      const max = cell?.op === 'range' ? cell.max : undefined
      const endMs = max && instantOf(max.value)
      if (nowMs === undefined || endMs === undefined) return false
      return nowMs > endMs || (nowMs === endMs && !max?.inclusive)
    })
  }
}

const periodsOf = ({ probes, columns }: RowIndex): Column[] =>
  probes.flatMap((probe) => {
    const isPeriod = probe.kind === 'range' && probe.lookup.scale === 'INSTANT'
    return (isPeriod && columns[probe.column]) || []
  })
