import { invalid } from '@signalbox/model/text/refusal'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { fieldProblemOf } from '@signalbox/model/rules/problem-place'
import type { RuleProblem } from '@signalbox/model/rules/rule-problem'
import type { LineProblem } from '@signalbox/model/rules/rows-file/file-rows'

/** Nobody reads further. */
export const maxFields = 100

/** A row may be saved half-finished; anything that is wrong rather than missing may not. */
const isMissing = ({ code }: RuleProblem): boolean => code === 'REQUIRED'

export function refuseWrong(table: DecisionTable, problems: readonly RuleProblem[]): void {
  const wrong = problems.filter((found) => !isMissing(found))
  if (wrong.length === 0) return
  throw invalid(...wrong.slice(0, maxFields).map((found) => fieldProblemOf(table, found)))
}

export function refuseLines(table: DecisionTable, problems: readonly LineProblem[]): void {
  if (problems.length === 0) return
  throw invalid(...problems.slice(0, maxFields).map((found) => fieldProblemOf(table, found)))
}
