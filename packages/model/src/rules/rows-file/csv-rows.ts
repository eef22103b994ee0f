import { parseCsv } from '../../text/csv.ts'
import { parseCell } from '../cell-text.ts'
import type { DecisionTable } from '../decision-table.ts'
import { parseOutput } from '../output-text.ts'
import { maxRules } from '../rule.ts'
import { problem, quoted } from '../rule-problem.ts'
import { parseYesNo } from '../../field/validators.ts'
import { columnFinder, type FileColumn } from './file-columns.ts'
import { lineProblem, type FileRow, type FileRows, type LineProblem } from './file-rows.ts'

interface ReadCell {
  readonly value: unknown
  readonly problem?: Parameters<typeof lineProblem>[1]
}

function readAttribute(key: string, text: string): ReadCell {
  const trimmed = text.trim()
  if (key === 'no') {
    if (trimmed === '') return { value: undefined }
    return /^\d{1,6}$/.test(trimmed)
      ? { value: Number(trimmed) }
      : { value: undefined, problem: problem('NUMBER', `${quoted(text)} is not the number of a row`) }
  }
  if (key === 'enabled') {
    const value = trimmed === '' ? true : parseYesNo(trimmed)
    return value === undefined
      ? { value, problem: problem('OPTION', `${quoted(text)} is neither yes nor no`) }
      : { value }
  }
  return { value: key === 'id' && trimmed === '' ? undefined : trimmed }
}

function readCell(column: FileColumn, text: string): ReadCell {
  if (column.kind === 'attribute') return readAttribute(column.key, text)
  const parsed = column.kind === 'condition' ? parseCell(column.fact, text) : parseOutput(column.output, text)
  return parsed.ok ? { value: parsed.value } : { value: undefined, problem: parsed.problem }
}

const partOf = { attribute: 'rule', condition: 'conditions', output: 'outputs' } as const

/** Rows of a CSV file. Every cell that cannot be read is named with its line and column. */
export function csvRows(table: DecisionTable, file: string): FileRows {
  const { header, rows, problems } = parseCsv(file, { maxRows: maxRules })
  const find = columnFinder(table)
  const columns = header.map(find)
  const found: LineProblem[] = problems.map(({ line, text }) => lineProblem(line, problem('SHAPE', text)))
  header.forEach((name, index) => {
    if (!columns[index])
      found.push(lineProblem(1, problem('UNKNOWN_COLUMN', `${table.title} has no column ${quoted(name)}`)))
  })
  if (found.some(({ line }) => line === 1)) return { rows: [], problems: found }
  const read = rows.map(({ line, cells }): FileRow => {
    const conditions: Record<string, unknown> = {}
    const outputs: Record<string, unknown> = {}
    const row: Record<string, unknown> = { conditions, outputs }
    const places = { attribute: row, condition: conditions, output: outputs }
    columns.forEach((column, index) => {
      if (!column) return
      const { value, problem: wrong } = readCell(column, cells[index] ?? '')
      if (wrong) found.push(lineProblem(line, wrong, partOf[column.kind], column.key))
      else if (value !== undefined) places[column.kind][column.key] = value
    })
    return { line, row }
  })
  return { rows: read, problems: found.sort((a, b) => a.line - b.line) }
}
