import { changedCells } from '@signalbox/model/rules/ruleset-diff'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { fieldProblemOf } from '@signalbox/model/rules/problem-place'
import { readRuleset } from '@signalbox/model/rules/read-ruleset'
import { csvRows } from '@signalbox/model/rules/rows-file/csv-rows'
import { misnumbered, rulesOfFile, wrongCount } from '@signalbox/model/rules/rows-file/file-rules'
import { lineProblem, type FileRow, type LineProblem } from '@signalbox/model/rules/rows-file/file-rows'
import { jsonRows } from '@signalbox/model/rules/rows-file/json-rows'
import type { Rule } from '@signalbox/model/rules/rule'
import type { WorkerRequest, FileLine, FilePreview } from './worker-messages.ts'

type FileRequest = Extract<WorkerRequest, { kind: 'file' }>

/** What the checks say about the rows of the file, by line; the rows that were there before had theirs. */
function checked(
  table: DecisionTable,
  rules: readonly Rule[],
  rows: readonly FileRow[],
  kept: number,
): LineProblem[] {
  const read = readRuleset(table, {
    name: 'Import',
    priority: 1,
    inherit: 'OVERRIDABLE',
    enabled: true,
    preconditions: {},
    rules,
  })
  if (read.ok) return []
  return read.problems.flatMap(({ ruleNo, part, column, ...wrong }) => {
    const line = ruleNo === null ? 1 : rows[ruleNo - kept - 1]?.line
    return line === undefined ? [] : [lineProblem(line, wrong, part, column)]
  })
}

function effectOf(rule: Rule | undefined, before: ReadonlyMap<string, Rule>): FileLine['effect'] {
  const old = rule && before.get(rule.id)
  if (!rule || !old) return 'new'
  return changedCells(old, rule).length === 0 ? 'same' : 'changed'
}

/** Reads a file of rows as the server would, without writing anything. */
export function readFile(table: DecisionTable, existing: readonly Rule[], request: FileRequest): FilePreview {
  const { format, file, mode, newId } = request
  const kept = mode === 'append' ? existing : []
  const { rows, problems } = format === 'csv' ? csvRows(table, file) : jsonRows(table, file)
  const count = problems.length === 0 ? wrongCount(rows, kept.length) : undefined
  const unread = [...problems, ...misnumbered(rows), ...(count ? [count] : [])]
  const rules = unread.length === 0 ? rulesOfFile(rows, kept, newId) : []
  const wrong = unread.length > 0 ? unread : checked(table, rules, rows, kept.length)
  const reasons = new Map<number, string[]>()
  for (const { line, ...found } of wrong)
    reasons.set(line, [...(reasons.get(line) ?? []), fieldProblemOf(table, found).message])
  const before = new Map(mode === 'replace' ? existing.map((rule) => [rule.id, rule]) : [])
  const lines = rows.map(({ line, row }, index): FileLine => {
    const refused = reasons.get(line)
    reasons.delete(line)
    const name = typeof row.name === 'string' ? row.name : ''
    if (refused) return { line, name, effect: 'refused', reasons: refused }
    return { line, name, effect: effectOf(rules[kept.length + index], before), reasons: [] }
  })
  const elsewhere = [...reasons].map(([line, texts]): FileLine => ({
    line,
    name: '',
    effect: 'refused',
    reasons: texts,
  }))
  return { lines: [...elsewhere, ...lines], rules: wrong.length === 0 ? rules : null }
}
