import { indexRuleset } from '@signalbox/engine/compile-ruleset'
import { CellError, platformVocabulary } from '@signalbox/engine/vocabulary'
import { problem, type RuleProblem } from '@signalbox/model/rules/rule-problem'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { draftOf, tableNamed, type Draft } from './draft.ts'

export interface ContentToRead {
  readonly table: string
  /** As JSON, from wherever it comes. */
  readonly content: string
  /** Whether the engine must be able to run it. */
  readonly compile?: boolean
}

/** A version the engine cannot take must be refused while somebody is there to mend it, not when a payment needs it. */
function compileProblems(slug: string, { rules, preconditions }: RulesetContent): readonly RuleProblem[] {
  const version = {
    rulesetId: '',
    merchantId: 0,
    table: slug,
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
    indexRuleset(tableNamed(slug), version, platformVocabulary)
    return []
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    const { row, column, reason } = error
    const ruleNo = row === undefined ? null : (rules[row]?.no ?? row + 1)
    const part = row === undefined ? 'preconditions' : 'conditions'
    return [{ ruleNo, part, column, ...problem('SHAPE', reason) }]
  }
}

export function checkContent({ table: slug, content, compile }: ContentToRead): Draft {
  const given: unknown = JSON.parse(content)
  const draft = draftOf(tableNamed(slug), given)
  if (!compile || draft.problems.length > 0) return draft
  return { ...draft, problems: compileProblems(slug, given as RulesetContent) }
}
