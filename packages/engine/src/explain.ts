import { acceptedSets, failCounts, failedColumns, type AcceptedSets } from './accepted-sets.ts'
import type { Cell } from '@signalbox/model/rules/cell'
import type { Facts, FactValue, Step } from '@signalbox/model/rules/fact'
import type { CompiledRuleset, Hit, Outputs } from './compile-ruleset.ts'
import type { Draw } from './draw.ts'
import type { EffectiveTable } from './effective-table.ts'
import { evaluate, questionOf, type Evaluation } from './evaluate.ts'
import type { EvaluationContext } from './evaluation-context.ts'
import { instantOf } from './fact-readings.ts'
import type { Column } from './row-index.ts'

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
export interface FailedCell {
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
 * What it cost to find out is paid at once, and is little: a copy of the sets of rows each column let through. Rows are
 * looked at when somebody asks for them.
 */
export const explain = (effective: EffectiveTable, facts: Facts, context: EvaluationContext): TableTrace =>
  new TableTrace(effective, facts, context)

interface RulesetTrace {
  readonly ruleset: CompiledRuleset
  /** Number of its first row in the table. */
  readonly first: number
  readonly rows: AcceptedSets
  /** Where its preconditions do not hold: which of them. */
  readonly refused: AcceptedSets | undefined
}

export class TableTrace {
  readonly table: string
  readonly step: Step
  /** `rulesetId@version`, in the order in which they were asked. */
  readonly versions: readonly string[]
  readonly rowCount: number
  readonly evaluation: Evaluation
  readonly #facts: Facts
  readonly #rulesets: readonly RulesetTrace[]
  readonly #roles = new Map<Hit, 'HIT' | 'PASSED_OVER'>()
  /** The last row that was looked at. */
  readonly #reached: number

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
      const asked = preconditions && acceptedSets(preconditions, question)
      const refused = asked && failedColumns(asked, 0).length > 0 ? asked : undefined
      return { ruleset, first, refused, rows: acceptedSets(rows, question) }
    })
    this.rowCount = rowCount
    for (const hit of this.evaluation.passedOver) this.#roles.set(hit, 'PASSED_OVER')
    for (const hit of this.evaluation.hits) this.#roles.set(hit, 'HIT')
    this.#reached = this.#lastReached()
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
    const { trace, row } = this.#at(number)
    const { ruleset, refused, rows } = trace
    if (!ruleset.version.enabled || !ruleset.rules[row]?.enabled) return 'DISABLED'
    const role = this.#roles.get(ruleset.hit(row))
    if (role) return role
    if (number > this.#reached) return 'NOT_REACHED'
    if (refused) return 'PRECONDITION_FAILED'
    return this.#isOver(rows, ruleset, row) ? 'EXPIRED' : 'MISS'
  }

  /** All columns a row fails in, or the preconditions its ruleset fails in. Known also where nobody looked. */
  failedColumns(number: number): readonly Column[] {
    const { trace, row } = this.#at(number)
    return trace.refused ? failedColumns(trace.refused, 0) : failedColumns(trace.rows, row)
  }

  candidate(number: number): Candidate {
    const { trace, row } = this.#at(number)
    const { version, rules } = trace.ruleset
    const cells = trace.refused ? version.preconditions : (rules[row]?.conditions ?? {})
    const failed = this.failedColumns(number).flatMap(({ key, fact }) => {
      const cell = cells[key]
      const actual = this.#facts[fact] ?? undefined
      return cell ? [{ column: key, cell, actual, missing: actual === undefined }] : []
    })
    return { ref: trace.ruleset.ref(row), result: this.result(number), failed }
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
    for (const { first, rows, refused } of this.#rulesets) {
      if (refused) continue
      for (const [row, count] of failCounts(rows).entries()) {
        if (count > 0) near.push({ number: first + row, count })
      }
    }
    return near
      .sort((a, b) => a.count - b.count || a.number - b.number)
      .map(({ number }) => number)
      .filter((number) => ['MISS', 'EXPIRED'].includes(this.result(number)))
      .slice(0, limit)
  }

  #at(number: number): { readonly trace: RulesetTrace; readonly row: number } {
    const trace = this.#rulesets.findLast(({ first }) => first <= number)
    if (!trace || number < 0 || number >= this.rowCount) throw new RangeError(`No row ${number}`)
    return { trace, row: number - trace.first }
  }

  #lastReached(): number {
    const { stoppedAt, outcome } = this.evaluation
    if (!stoppedAt) return this.rowCount - 1
    const trace = this.#rulesets.find(({ ruleset }) => ruleset === stoppedAt.ruleset)
    const number = (trace?.first ?? 0) + stoppedAt.row
    return outcome === 'DEFERRED' ? number - 1 : number
  }

  /** Whether a period the row asks for ended before the payment. */
  #isOver({ index }: AcceptedSets, ruleset: CompiledRuleset, row: number): boolean {
    const conditions = ruleset.rules[row]?.conditions ?? {}
    return index.probes.some((probe) => {
      if (probe.kind !== 'range' || probe.lookup.scale !== 'INSTANT') return false
      const cell = conditions[index.columns[probe.column]?.key ?? '']
      const nowMs = instantOf(this.#facts[probe.fact] ?? '')
      const max = cell?.op === 'range' ? cell.max : undefined
      const endMs = max && instantOf(max.value)
      if (nowMs === undefined || endMs === undefined) return false
      return nowMs > endMs || (nowMs === endMs && !max?.inclusive)
    })
  }
}
