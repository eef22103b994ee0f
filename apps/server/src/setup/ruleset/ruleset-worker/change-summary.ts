import type { ChangeSummary } from '@signalbox/model/rules/change-summary'
import { formatCell } from '@signalbox/model/rules/cell-text'
import type { Cell } from '@signalbox/model/rules/cell'
import type { DecisionTable, OutputValue } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'
import { formatOutput } from '@signalbox/model/rules/output-text'
import type { CellChange, RowChange, RulesetDiff } from '@signalbox/model/rules/ruleset-diff'

type RowSummary = ChangeSummary['rows'][number]

const maxRows = 50
const maxCells = 30
const maxText = 300

const shortened = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText)}…` : text)

function valueText(table: DecisionTable, { kind, key }: CellChange, value: CellChange['from']): string {
  if (value === undefined) return ''
  const fact = factOf(key)
  if (kind === 'condition' && fact) return shortened(formatCell(fact, value as Cell))
  const output = table.outputs.find((declared) => declared.key === key)
  if (kind === 'output' && output) return shortened(formatOutput(output, value as OutputValue))
  return shortened(typeof value === 'string' ? value : JSON.stringify(value))
}

/** A table may ask about what it also decides; both are kept then. */
function keyAmong(cells: readonly CellChange[], { kind, key }: CellChange): string {
  const isShared = cells.some((other) => other.key === key && other.kind !== kind)
  return isShared ? `${kind.charAt(0)}:${key}` : key
}

function rowSummary(table: DecisionTable, row: RowChange): RowSummary {
  const { change, fromNo, toNo, name, cells, moved } = row
  return {
    change,
    no: toNo ?? fromNo,
    ...((change === 'moved' || moved) && fromNo !== null && { fromNo }),
    name: shortened(name),
    ...(cells.length > 0 && {
      cells: Object.fromEntries(
        cells
          .slice(0, maxCells)
          .map((cell) => [
            keyAmong(cells, cell),
            { from: valueText(table, cell, cell.from), to: valueText(table, cell, cell.to) },
          ]),
      ),
    }),
  }
}

export const changeSummary = (table: DecisionTable, { fields, rows }: RulesetDiff): ChangeSummary => ({
  fields: Object.fromEntries(fields.map(({ key, from, to }) => [key, { from, to }])),
  rows: rows.slice(0, maxRows).map((row) => rowSummary(table, row)),
  rowsChanged: rows.length,
})
