import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Rule } from '@signalbox/model/rules/rule'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { canonicalConditions } from '../canonical-conditions.ts'
import { flipBit, widthOf } from '../row-sets.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { above, CoverageSearch, type Coverage } from './coverage.ts'
import { Space } from './space.ts'

/** Another ruleset of the same table, and where it stands. */
export interface OtherRuleset {
  readonly name: string
  /** Asked before the one that is looked at, or after it. */
  readonly place: 'before' | 'after'
  readonly content: Pick<RulesetContent, 'preconditions' | 'rules' | 'enabled'>
}

export interface OrderedRow {
  readonly rule: Rule
  /** Undefined: of the ruleset that is looked at. */
  readonly other?: OtherRuleset
  readonly conditions: readonly Rule['conditions'][]
}

/** A row whose own answer may be "ask the next one" ends nothing. */
const fallsThrough = ({ outputs }: Rule): boolean => outputs.useAttributeLimits === true

const weightOf = ({ outputs: { weight } }: Rule): number =>
  typeof weight === 'number' && weight > 0 ? weight : 0

const rowsOf = (
  rules: readonly Rule[],
  preconditions: Rule['conditions'],
  other?: OtherRuleset,
): OrderedRow[] =>
  rules.flatMap((rule) =>
    rule.enabled ? [{ rule, conditions: [preconditions, rule.conditions], ...(other && { other }) }] : [],
  )

/** The rows of a table in the order in which they are asked, and what each of them takes. */
export class OrderedRows {
  readonly rows: readonly OrderedRow[]
  readonly space: Space
  readonly search: CoverageSearch
  /** Rows that end the search for those below them. */
  readonly ending: Int32Array
  /** By row: the first row it shares a draw with; itself where it has none to share with. */
  readonly leader: Int32Array
  readonly #coverage: (Coverage | undefined)[] = []
  readonly #own: Int32Array

  constructor(
    table: DecisionTable,
    rules: readonly Rule[],
    preconditions: Rule['conditions'],
    others: readonly OtherRuleset[],
    vocabulary: Vocabulary,
  ) {
    const around = (place: OtherRuleset['place']) =>
      others.flatMap((other) =>
        other.place === place && other.content.enabled
          ? rowsOf(other.content.rules, other.content.preconditions, other)
          : [],
      )
    this.rows = [...around('before'), ...rowsOf(rules, preconditions), ...around('after')]
    this.space = new Space(this.rows, vocabulary)
    this.search = new CoverageSearch(this.space)
    this.ending = new Int32Array(widthOf(this.rows.length))
    this.#own = new Int32Array(widthOf(this.rows.length))
    this.leader = Int32Array.from(this.rows, (_, row) => row)
    this.rows.forEach(({ rule, other }, row) => {
      if (!fallsThrough(rule)) flipBit(this.ending, row)
      if (!other) flipBit(this.#own, row)
    })
    if (table.hitPolicy === 'FIRST_WEIGHTED') this.#group(vocabulary)
  }

  /** Rows with a weight that ask the same are drawn among each other wherever they stand: together they are one row. */
  #group(vocabulary: Vocabulary): void {
    const leaders = new Map<string, number>()
    const rulesets = new Map<OtherRuleset | undefined, number>()
    this.rows.forEach(({ rule, other }, row) => {
      if (weightOf(rule) === 0) return
      const ruleset = rulesets.get(other) ?? rulesets.size
      rulesets.set(other, ruleset)
      const text = `${ruleset} ${canonicalConditions(rule.conditions, vocabulary)}`
      const leader = leaders.get(text)
      if (leader === undefined) leaders.set(text, row)
      else this.leader[row] = leader
    })
  }

  isOwn = (row: number): boolean => this.rows[row]?.other === undefined

  /** What rows above leave of this one; of a draw, what they leave of its first row. */
  coverageOf(row: number): Coverage {
    const leader = this.leader[row] ?? row
    return (this.#coverage[leader] ??= this.search.coverageOf(leader, above(leader, this.ending)))
  }

  /** As above, looking only at rows of the same ruleset. */
  coverageByOwn(row: number): Coverage {
    const leader = this.leader[row] ?? row
    const set = above(leader, this.ending)
    for (let i = 0; i < set.length; i++) set[i] = (set[i] ?? 0) & (this.#own[i] ?? 0)
    return this.search.coverageOf(leader, set)
  }
}
