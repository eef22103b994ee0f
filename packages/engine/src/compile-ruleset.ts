import type { DecisionTable, OutputValue } from '@signalbox/model/rules/decision-table'
import { ruleRef, type Rule, type RulesetVersion } from '@signalbox/model/rules/rule'
import { buildIndex } from './build-index.ts'
import { canonicalConditions } from './canonical-conditions.ts'
import type { RowIndex } from './row-index.ts'
import { CellError, type Vocabulary } from './vocabulary.ts'

/**
 * All that takes time to work out about a version. Plain data: build it in a worker, post it, and give it to
 * `CompiledRuleset` where payments are decided.
 */
export interface RulesetIndex {
  readonly rows: RowIndex
  /** One row: the ruleset itself. */
  readonly preconditions: RowIndex | undefined
  /** By row: rows with equal conditions have equal numbers; -1 for rows without a weight. Only where weights are drawn. */
  readonly groups: Int32Array | undefined
}

export type Outputs = Readonly<Record<string, OutputValue>>

/** A row that decides, or takes part in a decision. */
export interface Hit {
  /** `1979_RO_01_02@5` */
  readonly ref: string
  readonly ruleset: CompiledRuleset
  /** Its place in the ruleset, counted from 0. */
  readonly row: number
  readonly rule: Rule
  /** What it says, and for outputs it says nothing about, what the table means by that. */
  readonly outputs: Outputs
}

const inOrder = ({ rules }: RulesetVersion): readonly Rule[] => rules.toSorted((a, b) => a.no - b.no)

export function indexRuleset(
  table: DecisionTable,
  version: RulesetVersion,
  vocabulary: Vocabulary,
  maxFlips?: number,
): RulesetIndex {
  const rules = inOrder(version)
  return {
    rows: buildIndex(rules, vocabulary, maxFlips),
    preconditions: indexPreconditions(version, vocabulary),
    groups: table.hitPolicy === 'FIRST_WEIGHTED' ? groupRows(table, rules, vocabulary) : undefined,
  }
}

function indexPreconditions({ preconditions }: RulesetVersion, vocabulary: Vocabulary): RowIndex | undefined {
  if (Object.keys(preconditions).length === 0) return undefined
  try {
    return buildIndex([{ enabled: true, conditions: preconditions }], vocabulary)
  } catch (error) {
    throw error instanceof CellError ? new CellError(error.column, undefined, error.reason) : error
  }
}

function groupRows(table: DecisionTable, rules: readonly Rule[], vocabulary: Vocabulary): Int32Array {
  const numbers = new Map<string, number>()
  const { weight: usual } = defaultsOf(table)
  return Int32Array.from(rules, ({ conditions, outputs: { weight = usual } }) => {
    // It takes part in no draw, and finding out whom it equals takes long.
    if (typeof weight !== 'number' || weight <= 0) return -1
    const text = canonicalConditions(conditions, vocabulary)
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  })
}

/** A version ready to decide. One serves every merchant that inherits it. */
export class CompiledRuleset {
  readonly version: RulesetVersion
  /** By number. */
  readonly rules: readonly Rule[]
  readonly index: RulesetIndex
  readonly #tag: string
  readonly #defaults: Outputs
  /** Made when a row first hits, then the same for all payments. */
  readonly #hits: (Hit | undefined)[]
  readonly #twins = new Map<number, readonly Hit[]>()

  constructor(table: DecisionTable, version: RulesetVersion, index: RulesetIndex) {
    this.version = version
    this.rules = inOrder(version)
    // At full length from the beginning: an array filled here and there becomes a slow one.
    this.#hits = Array.from({ length: this.rules.length })
    this.index = index
    this.#tag = table.tag
    this.#defaults = defaultsOf(table)
  }

  hit(row: number): Hit {
    return (this.#hits[row] ??= this.#makeHit(row))
  }

  /** The rows that ask for the same as this one, itself included, apart from those switched off. */
  twinsOf(row: number): readonly Hit[] {
    const { groups } = this.index
    const group = groups?.[row]
    if (!groups || group === undefined || group < 0) return [this.hit(row)]
    let twins = this.#twins.get(group)
    if (!twins) {
      const rows = this.rules.flatMap(({ enabled }, other) =>
        enabled && groups[other] === group ? other : [],
      )
      this.#twins.set(group, (twins = rows.map((other) => this.hit(other))))
    }
    return twins
  }

  ref(row: number): string {
    return ruleRef(this.#tag, this.version, this.rules[row]?.no ?? 0)
  }

  #makeHit(row: number): Hit {
    const rule = this.rules[row]
    if (!rule) throw new RangeError(`Ruleset ${this.version.rulesetId} has no row ${row}`)
    return { ref: this.ref(row), ruleset: this, row, rule, outputs: { ...this.#defaults, ...rule.outputs } }
  }
}

function defaultsOf({ outputs }: DecisionTable): Outputs {
  const defaults: Record<string, OutputValue> = {}
  for (const { key, default: value } of outputs) if (value !== undefined) defaults[key] = value
  return defaults
}

/** Indexes a version and makes it ready in one go. */
export const compileRuleset = (
  table: DecisionTable,
  version: RulesetVersion,
  vocabulary: Vocabulary,
): CompiledRuleset => new CompiledRuleset(table, version, indexRuleset(table, version, vocabulary))
