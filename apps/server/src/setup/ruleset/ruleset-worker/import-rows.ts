import { csvRows } from '@signalbox/model/rules/rows-file/csv-rows'
import { misnumbered, rulesOfFile, wrongCount } from '@signalbox/model/rules/rows-file/file-rules'
import { lineProblem, type FileRow, type LineProblem } from '@signalbox/model/rules/rows-file/file-rows'
import { jsonRows } from '@signalbox/model/rules/rows-file/json-rows'
import { diffRulesets } from '@signalbox/model/rules/ruleset-diff'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { changeSummary } from './change-summary.ts'
import { draftOf, refusedDraft, storedContent, tableNamed, type Draft } from './draft.ts'
import type { Edited } from './edit-content.ts'

export interface RowsToImport {
  readonly table: string
  /** The content the rows are added to, or put in place of the rows of. */
  readonly base: string
  readonly format: 'csv' | 'json'
  readonly file: string
  readonly mode: 'append' | 'replace'
  /** What the ids of new rows begin with. */
  readonly newId: string
}

export type Imported = Edited & { readonly lineProblems: readonly LineProblem[] }

/** A problem of an imported row is shown where the row is: in the file. Rows that were there before had their check. */
function byLine({ problems }: Draft, rows: readonly FileRow[], kept: number): LineProblem[] {
  return problems.flatMap(({ ruleNo, part, column, ...wrong }) => {
    const line = ruleNo === null ? 1 : rows[ruleNo - kept - 1]?.line
    return line === undefined ? [] : [lineProblem(line, wrong, part, column)]
  })
}

const refused = (lineProblems: readonly LineProblem[]): Imported => ({
  ...refusedDraft([]),
  summary: null,
  lineProblems,
})

/** Reads a file of rows into a ruleset: all of them or none. */
export function importRows({ table: slug, base, format, file, mode, newId }: RowsToImport): Imported {
  const table = tableNamed(slug)
  const before = storedContent(base)
  const kept = mode === 'append' ? before.rules : []
  const { rows, problems } = format === 'csv' ? csvRows(table, file) : jsonRows(table, file)
  const wrong = [...problems, ...misnumbered(rows)].sort((a, b) => a.line - b.line)
  if (wrong.length > 0) return refused(wrong)
  const count = wrongCount(rows, kept.length)
  if (count) return refused([count])
  const after: RulesetContent = { ...before, rules: rulesOfFile(rows, kept, newId) }
  const draft = draftOf(table, after)
  const misread = byLine(draft, rows, kept.length)
  if (misread.length > 0) return refused(misread)
  return { ...draft, summary: changeSummary(table, diffRulesets(before, after)), lineProblems: [] }
}
