import { fill, texts } from '../text/texts.ts'
import { mostTreeRows, tooComplex } from './condition-tree.ts'
import { checkConditions, checkRule } from './check-rule.ts'
import type { DecisionTable } from './decision-table.ts'
import { problem, quoted, type CellProblem, type RuleProblem } from './rule-problem.ts'
import { maxRules, type Rule } from './rule.ts'
import type { RulesetContent } from './ruleset.ts'

type Rows = Pick<RulesetContent, 'preconditions' | 'rules'>

/** More would help nobody, and a pasted table can have one in each of its cells. */
const maxProblems = 500

/** Numbers and ids that come twice, and numbers out of order: the order of the rows is what they decide by. */
function* checkNumbering(rules: readonly Rule[]): Generator<RuleProblem> {
  const ids = new Set<string>()
  const numbers = new Set<number>()
  let last = 0
  for (const { id, no } of rules) {
    const at = (column: string, found: CellProblem): RuleProblem => ({
      ruleNo: no,
      part: 'rule',
      column,
      ...found,
    })
    if (numbers.has(no)) yield at('no', problem('DUPLICATE', `Two rows have the number ${no}`))
    else if (no < last) yield at('no', problem('ORDER', `Row ${no} comes after row ${last}`))
    if (ids.has(id)) yield at('id', problem('DUPLICATE', `Two rows have the id ${quoted(id)}`))
    ids.add(id)
    numbers.add(no)
    last = Math.max(last, no)
  }
}

/** Rows that were built as one rule: more than a tree may become. Told of the first row too many. */
function* checkGroups(rules: readonly Rule[]): Generator<RuleProblem> {
  const sizes = new Map<string, number>()
  for (const { no, originGroupId } of rules) {
    if (originGroupId === undefined) continue
    const size = (sizes.get(originGroupId) ?? 0) + 1
    sizes.set(originGroupId, size)
    if (size === mostTreeRows + 1)
      yield { ruleNo: no, part: 'rule', column: null, ...problem('TOO_MANY', tooComplex) }
  }
}

interface CheckOptions {
  /** Ids of the rows to look at, where all others passed this check before, under the same preconditions. */
  readonly only?: ReadonlySet<string>
}

function* problemsOf(table: DecisionTable, content: Rows, { only }: CheckOptions): Generator<RuleProblem> {
  const { preconditions, rules } = content
  const ofRuleset = (column: string, found: CellProblem): RuleProblem => ({
    ruleNo: null,
    part: 'ruleset',
    column,
    ...found,
  })
  if (rules.length === 0) yield ofRuleset('rules', problem('EMPTY', fill(texts.addAtLeastOne, 'rule')))
  if (rules.length > maxRules)
    yield ofRuleset('rules', problem('TOO_MANY', `A ruleset can have at most ${maxRules} rows`))
  for (const [column, found] of checkConditions(table, preconditions))
    yield { ruleNo: null, part: 'preconditions', column, ...found }
  yield* checkNumbering(rules)
  yield* checkGroups(rules)
  for (const rule of rules) if (!only || only.has(rule.id)) yield* checkRule(table, rule, preconditions)
}

/** Everything wrong with the content of a ruleset, up to a number nobody would read further. */
export function checkRuleset(
  table: DecisionTable,
  content: Rows,
  options: CheckOptions = {},
): readonly RuleProblem[] {
  const problems: RuleProblem[] = []
  for (const found of problemsOf(table, content, options)) {
    problems.push(found)
    if (problems.length === maxProblems) break
  }
  return problems
}
