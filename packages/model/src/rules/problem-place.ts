import type { FieldProblem } from '../text/refusal.ts'
import type { DecisionTable } from './decision-table.ts'
import { factOf } from './facts.ts'
import type { RuleProblem } from './rule-problem.ts'

/** Where in a ruleset, or in a file of rows, something is wrong. */
export interface ProblemPlace {
  /** The number of the row; in a file, its line. Null for the ruleset itself. */
  readonly ruleNo: number | null
  readonly line: number | null
  readonly part: RuleProblem['part']
  readonly column: string | null
}

const partName = (part: RuleProblem['part']): string => (part === 'rule' || part === 'ruleset' ? '' : part)

function columnLabel(table: DecisionTable, { part, column }: ProblemPlace): string | null {
  if (column === null) return null
  if (part === 'outputs') return table.outputs.find(({ key }) => key === column)?.label ?? column
  if (part === 'conditions' || part === 'preconditions') return factOf(column)?.label ?? column
  return column
}

/** `rules.3.conditions.amount`, `lines.7.outputs.psp`, `preconditions.method`, `name`: for machines. */
function fieldOf({ ruleNo, line, part, column }: ProblemPlace): string {
  const row = line === null ? (ruleNo === null ? '' : `rules.${ruleNo}`) : `lines.${line}`
  return [row, partName(part), column ?? ''].filter((piece) => piece !== '').join('.')
}

/** `Row 3, Amount`: for people. */
function whereOf(table: DecisionTable, place: ProblemPlace): string {
  const { line, ruleNo, part } = place
  const row = line === null ? (ruleNo === null ? '' : `Row ${ruleNo}`) : `Line ${line}`
  const label = columnLabel(table, place) ?? ''
  return [row, part === 'preconditions' ? `Precondition ${label}` : label]
    .filter((piece) => piece !== '')
    .join(', ')
}

/** A problem as a refusal carries it: its place both for a form and for somebody who reads only the message. */
export function fieldProblemOf(
  table: DecisionTable,
  {
    code,
    message,
    ...at
  }: Pick<FieldProblem, 'code' | 'message'> & Pick<ProblemPlace, 'part' | 'column'> & Partial<ProblemPlace>,
): FieldProblem {
  const place: ProblemPlace = { ruleNo: null, line: null, ...at }
  const where = whereOf(table, place)
  return { field: fieldOf(place) || 'content', code, message: where ? `${where}: ${message}` : message }
}

const field = /^(?:(rules|lines)\.(\d+))?\.?(?:(preconditions|conditions|outputs)\.)?(\w+)?$/

/** The way back from a refusal to the cell; null when the field speaks of something else, such as the note. */
export function placeOfField(name: string): ProblemPlace | null {
  const match = field.exec(name)
  if (!match) return null
  const [, kind, number, part, column] = match
  if (kind === undefined && part === undefined) return null
  return {
    ruleNo: kind === 'rules' ? Number(number) : null,
    line: kind === 'lines' ? Number(number) : null,
    part: (part as RuleProblem['part'] | undefined) ?? 'rule',
    column: column ?? null,
  }
}
