import { valueOf, type ChartColumn, type ChartCursor, type ChartData } from './chart-data.ts'
import { positionIn, scaleOf, type Scale } from './scale.ts'

export const margin = { top: 12, right: 12, bottom: 0, left: 0 }
export const axisHeightPx = 28

interface Point {
  readonly index: number
  readonly [column: string]: number | null
}

export const pointsOf = ({ rows, columns }: ChartData): Point[] =>
  rows.map((row, index) => ({
    index,
    ...Object.fromEntries(columns.map((column) => [column.key, valueOf(row, column)])),
  }))

/** Sum of a row up to and without a column: where its area begins. */
const stackedBelow = ({ rows, columns }: ChartData, row: number, column: number): number =>
  columns.slice(0, column).reduce((sum, each) => sum + (valueOf(rows[row], each) ?? 0), 0)

export function scaleOfRows(data: ChartData, isStacked: boolean): Scale {
  const { rows, columns } = data
  if (isStacked)
    return scaleOf(
      rows.map((_, row) => stackedBelow(data, row, columns.length)),
      { fromZero: true },
    )
  const isShare = columns.every((column) => column.isShare)
  const values = rows.flatMap((row) => columns.flatMap((column) => valueOf(row, column) ?? []))
  const isLevel = columns.every((column) => column.isLevel)
  const isDuration = columns.every((column) => column.isDuration)
  const fromZero = !isShare && !isLevel && Math.min(0, ...values) === 0
  return scaleOf(values, { isShare, isDuration, fromZero })
}

export interface Plot {
  readonly data: ChartData
  readonly widthPx: number
  readonly heightPx: number
  readonly isStacked: boolean
  readonly scale: Scale
  readonly leftPx: number
}

/** The row and the line nearest to a place; of stacked areas, the one around it. */
export function nearest(
  { data, widthPx, heightPx, isStacked, scale, leftPx }: Plot,
  xPx: number,
  yPx: number,
): ChartCursor {
  const share = (xPx - leftPx) / Math.max(1, widthPx - leftPx - margin.right)
  const row = Math.min(data.rows.length - 1, Math.max(0, Math.round(share * (data.rows.length - 1))))
  const height = heightPx - margin.top - axisHeightPx
  const value = scale.low + (1 - (yPx - margin.top) / height) * (scale.high - scale.low)
  if (isStacked) {
    const around = data.columns.findIndex((_, column) => value <= stackedBelow(data, row, column + 1))
    return { row, column: Math.max(0, around) }
  }
  const distances = data.columns.map((column) => {
    const own = valueOf(data.rows[row], column)
    return own === null ? Number.MAX_VALUE : Math.abs(own - value)
  })
  return { row, column: Math.max(0, distances.indexOf(Math.min(...distances))) }
}

/** Where a row and a value of it are drawn. */
export function placeOf(
  { data, widthPx, heightPx, scale, leftPx }: Plot,
  row: number,
  value: number | null,
): { readonly x: number; readonly y: number | null } {
  const share = row / Math.max(1, data.rows.length - 1)
  const height = heightPx - margin.top - axisHeightPx
  return {
    x: leftPx + share * (widthPx - leftPx - margin.right),
    y: value === null ? null : margin.top + (1 - positionIn(scale, value)) * height,
  }
}

/** The point the cursor is on. */
interface Focus {
  readonly row: number
  readonly column: ChartColumn
  readonly level: number
}

export function focusOf(data: ChartData, cursor: ChartCursor | null, isStacked: boolean): Focus | null {
  const column = cursor && data.columns[cursor.column]
  const value = cursor && column ? valueOf(data.rows[cursor.row], column) : null
  if (!cursor || !column || value === null) return null
  const below = isStacked ? stackedBelow(data, cursor.row, cursor.column) : 0
  return { row: cursor.row, column, level: below + value }
}
