import { indexRuleset } from '@signalbox/engine/compile-ruleset'
import { CellError, platformVocabulary } from '@signalbox/engine/vocabulary'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { problem, type RuleProblem } from '@signalbox/model/rules/rule-problem'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { draftOf, tableNamed, type Draft } from './draft.ts'

export interface ContentToRead {
  readonly table: string
  /** As JSON, from wherever it comes. */
  readonly content: string
}

/** A version the engine cannot take must be refused while somebody is there to mend it, not when a payment needs it. */
export function compileProblems(
  table: DecisionTable,
  { rules, preconditions }: RulesetContent,
): readonly RuleProblem[] {
  const version = {
    rulesetId: '',
    merchantId: 0,
    table: table.slug,
    no: 1,
    name: '',
    version: 1,
    priority: 1,
    inherit: 'OVERRIDABLE',
    enabled: true,
    preconditions,
    rules,
  } as const
  try {
    indexRuleset(table, version, platformVocabulary)
    return []
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    const { row, column, reason } = error
    const ruleNo = row === undefined ? null : (rules[row]?.no ?? row + 1)
    const part = row === undefined ? 'preconditions' : 'conditions'
    return [{ ruleNo, part, column, ...problem('SHAPE', reason) }]
  }
}

export const checkContent = ({ table, content }: ContentToRead): Draft =>
  draftOf(tableNamed(table), JSON.parse(content))
