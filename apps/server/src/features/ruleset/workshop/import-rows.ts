import type { Rule } from '@signalbox/model/rules/rule'
import { maxRules } from '@signalbox/model/rules/rule'
import { problem } from '@signalbox/model/rules/rule-problem'
import { diffRulesets } from '@signalbox/model/rules/ruleset-diff'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { changeSummary } from './change-summary.ts'
import { csvRows } from './csv-rows.ts'
import { draftOf, refusedDraft, storedContent, tableNamed, type Draft } from './draft.ts'
import type { Edited } from './edit-content.ts'
import { lineProblem, type FileRow, type LineProblem } from './file-rows.ts'
import { jsonRows } from './json-rows.ts'

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

/** Numbers a file gives its rows must fit their order; they say nothing beyond that. */
function* misnumbered(rows: readonly FileRow[]): Generator<LineProblem> {
  const seen = new Set<number>()
  let last = 0
  for (const { line, row } of rows) {
    const { no } = row
    if (typeof no !== 'number') continue
    if (seen.has(no))
      yield lineProblem(line, problem('DUPLICATE', `Two rows have the number ${no}`), 'rule', 'no')
    else if (no < last)
      yield lineProblem(line, problem('ORDER', `Row ${no} stands behind row ${last}`), 'rule', 'no')
    seen.add(no)
    last = Math.max(last, no)
  }
}

/** In a list of its own a row keeps its id, so that the difference shows what changed; beside its original it gets a new one. */
function ruleOf({ row }: FileRow, index: number, taken: ReadonlySet<string>, newId: string): Rule {
  const given = row.id
  const id = typeof given === 'string' && given !== '' && !taken.has(given) ? given : `${newId}.${index + 1}`
  const blank = { name: '', note: '', enabled: true, conditions: {}, outputs: {} }
  return { ...blank, ...row, id, no: taken.size + index + 1 } as Rule
}

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
  if (rows.length === 0) return refused([lineProblem(1, problem('EMPTY', 'The file has no rows'))])
  if (kept.length + rows.length > maxRules) {
    const line = rows[maxRules - kept.length]?.line ?? 1
    return refused([lineProblem(line, problem('TOO_MANY', `A ruleset holds at most ${maxRules} rows`))])
  }
  const taken = new Set(kept.map(({ id }) => id))
  const after: RulesetContent = {
    ...before,
    rules: [...kept, ...rows.map((row, index) => ruleOf(row, index, taken, newId))],
  }
  const draft = draftOf(table, after)
  const misread = byLine(draft, rows, kept.length)
  if (misread.length > 0) return refused(misread)
  return { ...draft, summary: changeSummary(table, diffRulesets(before, after)), lineProblems: [] }
}
