import { analyseRuleset } from '@signalbox/engine/analyse/analyse-ruleset'
import type { OtherRuleset } from '@signalbox/engine/analyse/ordered-rows'
import type { PspSetups } from '@signalbox/engine/analyse/psp-setup'
import { platformVocabulary } from '@signalbox/engine/vocabulary'
import type { FieldProblem } from '@signalbox/model/text/refusal'
import { checkRuleset } from '@signalbox/model/rules/check-ruleset'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { Catalogue, Facts } from '@signalbox/model/rules/fact'
import { findingSeverity, type Finding } from '@signalbox/model/rules/finding'
import { fieldProblemOf } from '@signalbox/model/rules/problem-place'
import type { RuleProblem } from '@signalbox/model/rules/rule-problem'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { compileProblems } from './check-content.ts'
import { draftOf, storedContent, tableNamed } from './draft.ts'

/** Names that exist, by catalogue. Texts travel between threads; a set would too, but nobody outside needs one. */
export type KnownNames = Readonly<Partial<Record<Catalogue, readonly string[]>>>

export interface ContentToAnalyse {
  readonly table: string
  /** As JSON, from wherever it comes. */
  readonly content: string
  readonly nowMs: number
  readonly names: KnownNames
  readonly psps: PspSetups
  /** Payments the table was asked about; without them nothing is said about gaps and contests. */
  readonly traffic?: readonly Facts[]
  readonly rates?: RateSheet
  /** The other rulesets of the table, in the order in which they are asked. */
  readonly others?: readonly OtherContent[]
}

export interface OtherContent {
  readonly place: OtherRuleset['place']
  /** As JSON, as it is stored. */
  readonly content: string
}

function findingsOf(
  table: DecisionTable,
  content: RulesetContent,
  problems: readonly RuleProblem[],
  input: ContentToAnalyse,
): Finding[] {
  const catalogues = Object.fromEntries(
    Object.entries(input.names).map(([catalogue, names]) => [catalogue, new Set(names)]),
  )
  const { nowMs, psps, traffic, rates, others = [] } = input
  const vocabulary = platformVocabulary
  return analyseRuleset(table, content, {
    vocabulary,
    nowMs,
    catalogues,
    psps,
    problems,
    others: others.map(({ place, content: text }) => {
      const other = JSON.parse(text) as RulesetContent
      return { name: other.name, place, content: other }
    }),
    ...(traffic && { traffic }),
    ...(rates && { rates }),
  })
}

/** What the checks and the analysis say about rows, saved or not. */
export function lintContent(input: ContentToAnalyse): readonly Finding[] {
  const table = tableNamed(input.table)
  const content = JSON.parse(input.content) as RulesetContent
  const { problems, contentHash } = draftOf(table, content)
  if (contentHash !== '') return findingsOf(table, content, problems, input)
  // Not even the shape of rows: there is nothing yet that could be compared.
  return problems.flatMap(({ ruleNo, column, message }): Finding[] => {
    const rule = content.rules.find(({ no }) => no === ruleNo)
    return rule ? [{ code: 'CELL', message, ruleId: rule.id, ...(column !== null && { column }) }] : []
  })
}

function placed(table: DecisionTable, { rules }: RulesetContent, finding: Finding): FieldProblem {
  const { ruleId, column = null, code, message } = finding
  const rule = rules.find(({ id }) => id === ruleId)
  const isCondition = column !== null && rule !== undefined && Object.hasOwn(rule.conditions, column)
  const part = column === null ? 'rule' : isCondition ? 'conditions' : 'outputs'
  return fieldProblemOf(table, { ruleNo: rule?.no ?? null, part, column, code, message })
}

/**
 * Everything that keeps a stored version from deciding payments: the checks, findings that are errors, and the engine,
 * which needs to be asked only once, because its answer about the same content stays the same.
 */
export function findUnfit(input: ContentToAnalyse & { readonly compile: boolean }): readonly FieldProblem[] {
  const table = tableNamed(input.table)
  const content = storedContent(input.content)
  const problems = checkRuleset(table, content)
  if (problems.length > 0) return problems.map((problem) => fieldProblemOf(table, problem))
  const errors = findingsOf(table, content, problems, input).filter(
    ({ code }) => findingSeverity[code] === 'error',
  )
  if (errors.length > 0) return errors.map((finding) => placed(table, content, finding))
  if (!input.compile) return []
  return compileProblems(table, content).map((problem) => fieldProblemOf(table, problem))
}
