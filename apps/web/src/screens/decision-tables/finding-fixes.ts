import type { Cell } from '@signalbox/model/rules/cell'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { FindingFix } from '@signalbox/model/rules/finding'
import { textAt, withText, withValue, type CellLanguage } from '../../kit/decision-grid/core/cell-language.ts'
import { columnsOf, type GridColumn } from '../../kit/decision-grid/core/grid-column.ts'
import { mapRows, type GridDocument } from '../../kit/decision-grid/core/grid-document.ts'
import type { GridRow } from '../../kit/decision-grid/core/grid-row.ts'
import { moveRows, removeRows } from '../../kit/decision-grid/core/row-operations.ts'

/** The column a finding means: a condition of that name if the row asks it, else the outcome. */
export function columnOfFinding(
  table: DecisionTable,
  key: string,
  row: GridRow | undefined,
): GridColumn | undefined {
  const columns = columnsOf(table)
  const condition = columns.find(({ id }) => id === `c:${key}`)
  const output = columns.find(({ id }) => id === `o:${key}`)
  if (condition && output) return row && Object.hasOwn(row.conditions, key) ? condition : output
  return condition ?? output
}

/** A range that runs backwards, turned round. */
function turned(cell: Cell | undefined): Cell | undefined {
  if (cell?.op === 'range') {
    const { min, max } = cell
    return { op: 'range', ...(max && { min: max }), ...(min && { max: min }) }
  }
  if (cell?.op !== 'moneyRange') return cell
  const { min, max, minInclusive, maxInclusive, ...rest } = cell
  return {
    ...rest,
    ...(max && { min: max }),
    ...(min && { max: min }),
    minInclusive: maxInclusive,
    maxInclusive: minInclusive,
  }
}

function changedRow(table: DecisionTable, fix: FindingFix, row: GridRow, language: CellLanguage): GridRow {
  const column = 'column' in fix ? columnOfFinding(table, fix.column, row) : undefined
  switch (fix.kind) {
    case 'clear':
      return column ? withValue(column, row, undefined) : row
    case 'rewrite':
      return column ? withText(language, column, row, fix.text) : row
    case 'swapEnds':
      return column?.kind === 'condition' ? withValue(column, row, turned(row.conditions[column.key])) : row
    case 'swap': {
      const [first, second] = fix.columns.map((key) => columnOfFinding(table, key, row))
      if (!first || !second) return row
      const [a, b] = [textAt(language, first, row), textAt(language, second, row)]
      return withText(language, second, withText(language, first, row, b), a)
    }
    case 'move':
    case 'remove':
      return row
  }
}

/** The document with what a finding offers to do about itself. */
export function applyFix(
  table: DecisionTable,
  document: GridDocument,
  section: number,
  fix: FindingFix,
  language: CellLanguage,
): GridDocument {
  const rules = document.sections[section]?.content.rules ?? []
  const row = rules.findIndex(({ id }) => id === fix.ruleId)
  if (row < 0) return document
  if (fix.kind === 'remove') return removeRows(document, [{ section, row }])
  if (fix.kind === 'move') {
    const before = rules.findIndex(({ id }) => id === fix.beforeRuleId)
    return before < 0 ? document : moveRows(document, section, [row], before)
  }
  return mapRows(document, [{ section, row }], (found) => changedRow(table, fix, found, language))
}
