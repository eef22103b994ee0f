import { csvRow } from '@signalbox/model/text/csv'
import { formatCell } from '@signalbox/model/rules/cell-text'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { formatOutput } from '@signalbox/model/rules/output-text'
import type { Rule } from '@signalbox/model/rules/rule'
import { storedContent, tableNamed } from './draft.ts'
import {
  attributeColumns,
  conditionColumns,
  headerOf,
  outputColumns,
  type FileColumn,
} from '@signalbox/model/rules/rows-file/file-columns'

export interface RowsToWrite {
  readonly table: string
  readonly content: string
  readonly format: 'csv' | 'json'
  /** Between the cells of a CSV file. */
  readonly separator: string
}

/** Columns no row uses are left out, except those every row must have. */
function columnsInUse(table: DecisionTable, rules: readonly Rule[]): readonly FileColumn[] {
  const conditions = new Set(rules.flatMap((rule) => Object.keys(rule.conditions)))
  const outputs = new Set(rules.flatMap((rule) => Object.keys(rule.outputs)))
  const [no, enabled, name, note, id] = attributeColumns as [
    FileColumn,
    FileColumn,
    FileColumn,
    FileColumn,
    FileColumn,
  ]
  return [
    no,
    enabled,
    name,
    ...conditionColumns(table).filter(({ key }) => conditions.has(key)),
    ...outputColumns(table).filter(
      (column) => outputs.has(column.key) || (column.kind === 'output' && column.output.required),
    ),
    note,
    id,
  ]
}

function cellText(rule: Rule, column: FileColumn): string {
  switch (column.kind) {
    case 'attribute': {
      const value = rule[column.key]
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
    }
    case 'condition':
      return formatCell(column.fact, rule.conditions[column.key])
    case 'output':
      return formatOutput(column.output, rule.outputs[column.key])
  }
}

/** The rows of a version as a file that can be read back. */
export function writeRows({ table: slug, content, format, separator }: RowsToWrite): string {
  const { rules, ...fields } = storedContent(content)
  if (format === 'json') {
    const head = JSON.stringify({ table: slug, ...fields })
    const rows = rules.map((rule) => JSON.stringify(rule)).join(',\n')
    return `${head.slice(0, -1)},"rules":[\n${rows}\n]}\n`
  }
  const columns = columnsInUse(tableNamed(slug), rules)
  const line = (cells: readonly string[]) => csvRow(cells, separator)
  // The mark in front tells spreadsheets that the file is in UTF-8.
  return `\uFEFF${line(columns.map(headerOf))}${rules
    .map((rule) => line(columns.map((column) => cellText(rule, column))))
    .join('')}`
}
