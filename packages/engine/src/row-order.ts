import type { Cell } from '@signalbox/model/rules/cell'
import { widthOf } from './row-sets.ts'

/** What the index must know of a row. */
export interface Row {
  readonly enabled: boolean
  readonly conditions: Readonly<Record<string, Cell>>
}

/** Columns that many rows ask about, with many different answers, come first. */
export function byTelling(rows: readonly Row[]): string[] {
  const columns = new Map<string, { asked: number; values: Set<string> }>()
  for (const { conditions } of rows) {
    for (const [key, cell] of Object.entries(conditions)) {
      let column = columns.get(key)
      if (!column) columns.set(key, (column = { asked: 0, values: new Set<string>() }))
      column.asked++
      for (const value of valuesOf(cell)) column.values.add(value)
    }
  }
  return [...columns]
    .map(([key, { asked, values }]) => ({ key, score: asked * (1 - 1 / (values.size + 1)) }))
    .sort((a, b) => b.score - a.score)
    .map(({ key }) => key)
}

const valuesOf = (cell: Cell): readonly string[] => ('values' in cell ? cell.values : [JSON.stringify(cell)])

/** Columns rows are sorted by. More would only order the few rows that are alike in all of these. */
const sortedColumns = 4

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
