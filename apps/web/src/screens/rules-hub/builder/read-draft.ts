import type { Cell } from '@signalbox/model/rules/cell'
import type { DecisionTable, OutputValue } from '@signalbox/model/rules/decision-table'
import { checkRule } from '@signalbox/model/rules/check-rule'
import { factOf } from '@signalbox/model/rules/facts'
import { fill, texts } from '@signalbox/model/text/texts'
import type { CellLanguage } from '../../../kit/decision-grid/core/cell-language.ts'
import type { BuilderDraft, DraftCondition, DraftRule } from './builder-draft.ts'
import { leavesOf, readLeaf } from './condition-tree.ts'

const nameMissing = 'Ruleset name is mandatory'

export interface StepProblems {
  readonly name: string | null
  readonly table: string | null
  readonly rules: string | null
  /** By precondition. */
  readonly preconditions: Readonly<Record<string, string>>
}

/** What keeps the ruleset as a whole from being saved. */
export function problemsOf(language: CellLanguage, draft: BuilderDraft): StepProblems {
  const name = draft.name.trim()
  return {
    name: name === '' ? nameMissing : name.length < 3 ? texts.tooShort : null,
    table: draft.table === null ? texts.required : null,
    rules: draft.rules.length === 0 ? fill(texts.addAtLeastOne, 'rule') : null,
    preconditions: readConditions(language, draft.preconditions).problems,
  }
}

export function readConditions(language: CellLanguage, conditions: readonly DraftCondition[]) {
  const cells: Record<string, Cell> = {}
  const problems: Record<string, string> = {}
  for (const { fact: key, text } of conditions) {
    const fact = factOf(key)
    const read = fact && text.trim() !== '' ? language.parseCell(fact, text) : undefined
    if (!read) problems[key] = 'Enter a value'
    else if (!read.ok) problems[key] = read.problem.message
    else if (read.value) cells[key] = read.value
  }
  return { cells, problems }
}

/** What a rule decides, and what is wrong with how that is written. */
export function readOutputs(language: CellLanguage, table: DecisionTable, rule: DraftRule) {
  const values: Record<string, OutputValue> = {}
  const problems: Record<string, string> = {}
  for (const output of table.outputs) {
    const read = language.parseOutput(output, rule.outputs[output.key]?.trim() ?? '')
    if (!read.ok) problems[output.key] = read.problem.message
    else if (read.value !== undefined) values[output.key] = read.value
  }
  const row = { ...rule, no: 1, conditions: {}, outputs: values }
  for (const { part, column, message } of checkRule(table, row))
    if (part === 'outputs' && column !== null) problems[column] ??= message
  return { values, problems }
}

/** Whether every condition and outcome of a rule can be read. */
export const isReadable = (language: CellLanguage, table: DecisionTable, rule: DraftRule): boolean =>
  leavesOf(rule.tree).every((leaf) => readLeaf(language, leaf).ok) &&
  Object.keys(readOutputs(language, table, rule).problems).length === 0
