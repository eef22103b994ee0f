import { maxRules, type Rule } from '../rule.ts'
import { problem } from '../rule-problem.ts'
import { lineProblem, type FileRow, type LineProblem } from './file-rows.ts'

/** Numbers a file gives its rows must fit their order; they say nothing beyond that. */
export function* misnumbered(rows: readonly FileRow[]): Generator<LineProblem> {
  const seen = new Set<number>()
  let last = 0
  for (const { line, row } of rows) {
    const { no } = row
    if (typeof no !== 'number') continue
    if (seen.has(no))
      yield lineProblem(line, problem('DUPLICATE', `Two rows have the number ${no}`), 'rule', 'no')
    else if (no < last)
      yield lineProblem(line, problem('ORDER', `Row ${no} comes after row ${last}`), 'rule', 'no')
    seen.add(no)
    last = Math.max(last, no)
  }
}

/** What keeps the rows of a file as a whole from being added to those that stay. */
export function wrongCount(rows: readonly FileRow[], kept: number): LineProblem | undefined {
  if (rows.length === 0) return lineProblem(1, problem('EMPTY', 'The file has no rows'))
  if (kept + rows.length <= maxRules) return undefined
  const line = rows[maxRules - kept]?.line ?? 1
  return lineProblem(line, problem('TOO_MANY', `A ruleset can have at most ${maxRules} rows`))
}

/** In a list of its own a row keeps its id, so that the difference shows what changed; beside its original it gets a new one. */
function ruleOf({ row }: FileRow, index: number, taken: ReadonlySet<string>, newId: string): Rule {
  const given = row.id
  const id = typeof given === 'string' && given !== '' && !taken.has(given) ? given : `${newId}.${index + 1}`
  const blank = { name: '', note: '', enabled: true, conditions: {}, outputs: {} }
  return { ...blank, ...row, id, no: taken.size + index + 1 } as Rule
}

/**
 * The rows of a file behind those that stay. Their shape is not checked yet.
 * @param newId what the ids of new rows begin with
 */
export function rulesOfFile(rows: readonly FileRow[], kept: readonly Rule[], newId: string): readonly Rule[] {
  const taken = new Set(kept.map(({ id }) => id))
  return [...kept, ...rows.map((row, index) => ruleOf(row, index, taken, newId))]
}
