import type { ChartCursor, ChartData } from './chart-data.ts'

const clamp = (value: number, most: number): number => Math.min(Math.max(0, value), Math.max(0, most))

/**
 * Where a key leads: rows lie from left to right and columns from top to bottom where the chart is one over time, the
 * other way round where its rows are names below each other.
 */
export function movedBy(
  key: string,
  cursor: ChartCursor | null,
  { rows, columns }: ChartData,
  rowsGoDown: boolean,
): ChartCursor | null {
  const at = cursor ?? { row: rowsGoDown ? 0 : rows.length - 1, column: 0 }
  const [back, forth, up, down] = rowsGoDown
    ? ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
    : ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
  const moves: Record<string, ChartCursor> = {
    [back]: { ...at, row: cursor ? at.row - 1 : at.row },
    [forth]: { ...at, row: cursor ? at.row + 1 : at.row },
    [up]: { ...at, column: at.column - 1 },
    [down]: { ...at, column: at.column + 1 },
    Home: { ...at, row: 0 },
    End: { ...at, row: rows.length - 1 },
  }
  const next = moves[key]
  return next
    ? { row: clamp(next.row, rows.length - 1), column: clamp(next.column, columns.length - 1) }
    : null
}
