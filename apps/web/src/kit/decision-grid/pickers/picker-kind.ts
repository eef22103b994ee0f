import type { Operator } from '@signalbox/model/rules/cell'
import type { OutputType } from '@signalbox/model/rules/decision-table'
import type { GridColumn } from '../core/grid-column.ts'

/** The ways to say what a condition asks; a column may offer several. */
const forms = [
  'values',
  'prefix',
  'pattern',
  'range',
  'money',
  'address',
  'yesNo',
  'sources',
  'map',
  'presence',
  'schedule',
] as const
export type Form = (typeof forms)[number]

export const formOf: Record<Operator, Form> = {
  in: 'values',
  notIn: 'values',
  prefix: 'prefix',
  notPrefix: 'prefix',
  regex: 'pattern',
  notRegex: 'pattern',
  range: 'range',
  moneyRange: 'money',
  cidr: 'address',
  notCidr: 'address',
  is: 'yesNo',
  match: 'sources',
  mismatch: 'sources',
  mapIn: 'map',
  mapNotIn: 'map',
  set: 'presence',
  notSet: 'presence',
  schedule: 'schedule',
}

/** Which forms a set of operators allows, each once. Of a map, being there is asked with its key. */
export function formsOf(operators: readonly Operator[]): readonly Form[] {
  const offered = new Set(operators.map((operator) => formOf[operator]))
  if (offered.has('map')) offered.delete('presence')
  return [...offered]
}

/** Outcomes whose text is all there is to say need no picker. */
const outputPickers: Record<OutputType, boolean> = {
  STRING: false,
  TEXT: false,
  NUMBER: false,
  PERCENT: false,
  BOOLEAN: true,
  CHOICE: true,
  LIST: true,
  CURRENCY: true,
  STRING_NUMBER_MAP: true,
  STRING_LIST_MAP: true,
}

/** Whether a column has a picker, and whether it shows as soon as the cell is opened. */
export function pickerOf(column: GridColumn): { readonly opens: boolean } | null {
  if (column.kind === 'condition') return { opens: true }
  if (column.kind !== 'output') return null
  const { type, catalogue, options } = column.output
  return outputPickers[type] || catalogue || options ? { opens: true } : null
}
