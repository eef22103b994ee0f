import type { CellProblem, RuleProblem } from '../rule-problem.ts'

/** Something wrong in a file, with the line it is on. */
export interface LineProblem extends CellProblem {
  readonly line: number
  readonly part: RuleProblem['part']
  readonly column: string | null
}

/** A row of a file; what it does not say is left out. */
export interface FileRow {
  readonly line: number
  readonly row: Readonly<Record<string, unknown>>
}

export interface FileRows {
  readonly rows: readonly FileRow[]
  readonly problems: readonly LineProblem[]
}

export const lineProblem = (
  line: number,
  { code, message }: CellProblem,
  part: RuleProblem['part'] = 'rule',
  column: string | null = null,
): LineProblem => ({ line, part, column, code, message })
