import type { Finding, FindingCode } from '@signalbox/model/rules/finding'
import type { ProblemCode, RuleProblem } from '@signalbox/model/rules/rule-problem'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { draftOf, tableNamed } from './draft.ts'

/** What a check of a single cell means to somebody who reads findings. */
const codes: Partial<Record<ProblemCode, FindingCode>> = {
  NOT_KNOWN_YET: 'SA10',
  UNKNOWN_COLUMN: 'SA10',
  PATTERN: 'SA12',
  EMPTY: 'SA01',
  SOURCES: 'SA01',
  COUNTRY: 'SA08',
  CURRENCY: 'SA08',
  OPTION: 'SA08',
}

function findingOf({ rules }: RulesetContent, problem: RuleProblem): Finding[] {
  const { ruleNo, column, code, message } = problem
  const rule = rules.find(({ no }) => no === ruleNo)
  if (!rule) return []
  return [{ code: codes[code] ?? 'SA15', message, ruleId: rule.id, ...(column !== null && { column }) }]
}

/** What the checks say about rows, saved or not. */
export function lintContent(input: { readonly table: string; readonly content: string }): readonly Finding[] {
  const content = JSON.parse(input.content) as RulesetContent
  const { problems } = draftOf(tableNamed(input.table), content)
  return problems.flatMap((problem) => findingOf(content, problem))
}
