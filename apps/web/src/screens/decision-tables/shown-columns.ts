import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { displayOf, type GridWords } from '../../kit/decision-grid/cell-display.ts'
import { valueAt } from '../../kit/decision-grid/core/cell-language.ts'
import { columnsOf, type GridColumn } from '../../kit/decision-grid/core/grid-column.ts'

/** What most rules ask about, shown in a table that is still nearly empty. */
const usual = ['method', 'txType', 'currency', 'amount', 'userCountry', 'providerType']
const fewest = 3
const fewestOutputs = 4

/** Ids of the columns some row says something in. */
export function usedColumns(contents: readonly Pick<RulesetContent, 'rules'>[]): ReadonlySet<string> {
  const used = new Set<string>()
  for (const { rules } of contents) {
    for (const { conditions, outputs } of rules) {
      for (const key of Object.keys(conditions)) used.add(`c:${key}`)
      for (const key of Object.keys(outputs)) used.add(`o:${key}`)
    }
  }
  return used
}

const needed = (table: DecisionTable, column: GridColumn): boolean =>
  column.required || (column.kind === 'output' && (table.atLeastOne?.includes(column.key) ?? false))

/** The columns nobody had to choose: those in use, those no row may leave blank, and a few to begin with. */
export function defaultColumns(table: DecisionTable, used: ReadonlySet<string>): ReadonlySet<string> {
  const all = columnsOf(table)
  const chosen = new Set(
    all.flatMap((column) =>
      used.has(column.id) || needed(table, column) || isAttribute(column) ? column.id : [],
    ),
  )
  const count = (kind: GridColumn['kind']) =>
    all.filter((column) => column.kind === kind && chosen.has(column.id)).length
  for (const key of usual) {
    if (count('condition') >= fewest) break
    if (table.conditions.includes(key)) chosen.add(`c:${key}`)
  }
  for (const column of all) {
    if (count('output') >= fewestOutputs) break
    if (column.kind === 'output') chosen.add(column.id)
  }
  return chosen
}

const isAttribute = ({ kind }: GridColumn): boolean =>
  kind === 'enabled' || kind === 'name' || kind === 'note'

/** Columns that cannot be hidden: without them nobody knows which row is which. */
export const isFixed = ({ kind }: GridColumn): boolean => kind === 'enabled' || kind === 'name'

/** The chosen columns in the order of the table. */
export const pickColumns = (table: DecisionTable, ids: ReadonlySet<string>): readonly GridColumn[] =>
  columnsOf(table).filter((column) => ids.has(column.id) || isFixed(column))

/** Columns that say something and are not shown: a row must not be read without them. */
export const hiddenInUse = (
  table: DecisionTable,
  shown: readonly GridColumn[],
  used: ReadonlySet<string>,
): readonly GridColumn[] => {
  const ids = new Set(shown.map(({ id }) => id))
  return columnsOf(table).filter(({ id }) => used.has(id) && !ids.has(id))
}

const letterPx = 6.8
const paddingPx = 26
const narrowestPx = 84
const widestPx = 232
/** Enough to know what a column usually holds. */
const sampleRows = 200

/** As wide as what usually stands in a column, within reason; people may still drag it. */
export function fittedWidths(
  columns: readonly GridColumn[],
  contents: readonly Pick<RulesetContent, 'rules'>[],
  formats: GridWords,
): Readonly<Record<string, number>> {
  const rows = contents.flatMap(({ rules }) => rules.slice(0, sampleRows))
  const fitted = columns.flatMap((column): [string, number][] => {
    if (isAttribute(column)) return []
    const longest = rows.reduce(
      (most, row) => {
        const value = valueAt(column, row)
        if (value === undefined) return most
        const { chips, lead = '', negated, text = '' } = displayOf(column, value, formats)
        const letters = lead.length + (negated ? 4 : 0) + (chips ? chips.join('').length : text.length)
        return Math.max(most, letters * letterPx + (chips?.length ?? 0) * 20)
      },
      column.label.length * letterPx + (column.required ? 10 : 0),
    )
    return [[column.id, Math.round(Math.min(Math.max(longest + paddingPx, narrowestPx), widestPx))]]
  })
  return Object.fromEntries(fitted)
}
