import type { Cell } from '@signalbox/model/rules/cell'
import { maxLeading } from './narrow-rows.ts'
import { widthOf } from './row-sets.ts'

/** What the index must know of a row. */
export interface Row {
  readonly enabled: boolean
  readonly conditions: Readonly<Record<string, Cell>>
}

/** Columns that refuse most rows to most payments come first. */
export function byTelling(rows: readonly Row[]): string[] {
  const columns = new Map<string, { cells: Cell[]; values: Set<string> }>()
  for (const { conditions } of rows) {
    for (const [key, cell] of Object.entries(conditions)) {
      let column = columns.get(key)
      if (!column) columns.set(key, (column = { cells: [], values: new Set<string>() }))
      column.cells.push(cell)
      for (const value of valuesOf(cell)) column.values.add(value)
    }
  }
  return [...columns]
    .map(([key, { cells, values }]) => ({ key, refused: refusedShares(cells, values.size + 1) }))
    .sort((a, b) => b.refused - a.refused)
    .map(({ key }) => key)
}

/** How many of the rows refuse a payment, were it to bring any of the values the column names, or another, alike often. */
function refusedShares(cells: readonly Cell[], valueCount: number): number {
  let refused = 0
  for (const cell of cells) {
    const named = valuesOf(cell).length / valueCount
    refused += isNegated(cell) ? named : 1 - named
  }
  return refused
}

const isNegated = ({ op }: Cell): boolean => op.startsWith('not') || op === 'mapNotIn' || op === 'mismatch'

const valuesOf = (cell: Cell): readonly string[] => ('values' in cell ? cell.values : [JSON.stringify(cell)])

/** Columns rows are sorted by. More would only order the few rows that are alike in all of these. */
const sortedColumns = maxLeading

/**
 * Which row gets which bit. Rows that leave the most telling columns empty stand together, and so do those that ask for
 * the same there: a payment then finds most words empty after a look at those columns. Nobody sees this order.
 */
export function orderRows(rows: readonly Row[], telling: readonly string[]): Int32Array {
  const order = Int32Array.from(rows, (_, row) => row)
  if (widthOf(rows.length) === 1) return order
  const columns = telling.slice(0, sortedColumns)
  const keys = rows.map(({ conditions }) =>
    columns.map((column) => (conditions[column] ? JSON.stringify(conditions[column]) : '')).join(' '),
  )
  const keyOf = (row: number) => keys[row] ?? ''
  return order.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a - b))
}
