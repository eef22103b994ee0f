import { wilson } from '@signalbox/model/analytics/wilson'

/** One figure of a chart, with what it is made of where that decides how far to trust it. */
export interface ChartCell {
  readonly value: number | null
  /** How many payments it is made of. */
  readonly n?: number | undefined
  /** Ends of the 95 % interval. */
  readonly low?: number | undefined
  readonly high?: number | undefined
  /** The best of its row. */
  readonly isBest?: boolean
}

/** One series, one measure: a line, a colour, a column of the table. */
export interface ChartColumn {
  readonly key: string
  readonly label: string
  readonly color: string
  /** Written out, as the table and the tooltip show it. */
  readonly format: (value: number) => string
  /** Short, as an axis shows it. */
  readonly axis: (value: number) => string
  /** A share between 0 and 1. */
  readonly isShare?: boolean
  /** In milliseconds: an axis counts in seconds, minutes, hours and days. */
  readonly isDuration?: boolean
  /** A rate or a balance, of which nobody asks how far it is from zero. */
  readonly isLevel?: boolean
  /** The payments of one value, which must be named also where there is no other. */
  readonly isSlice?: boolean
  /** What the others are compared with. */
  readonly isCompared?: boolean
}

export interface ChartRow {
  readonly key: string
  readonly label: string
  /** Shorter, for an axis. */
  readonly axisLabel?: string
  /** Steps of a hierarchy or of a flow. */
  readonly path?: readonly string[]
  /** Of those steps that have a colour of their own, such as a state. */
  readonly colors?: readonly (string | undefined)[]
  readonly cells: Readonly<Record<string, ChartCell | undefined>>
}

/** Every chart is drawn from a table, so it always has one. */
export interface ChartData {
  /** What the rows are: day, PSP, country. */
  readonly rowTitle: string
  readonly rows: readonly ChartRow[]
  readonly columns: readonly ChartColumn[]
}

/** Something that happened, drawn as a line across time. */
export interface ChartMarker {
  /** Of the row it happened in. */
  readonly rowKey: string
  readonly label: string
}

/** Those that happened in a row of the chart: it begins with its first figure, which may be later than the period. */
export const markersIn = (
  { rows }: Pick<ChartData, 'rows'>,
  markers: readonly ChartMarker[],
): { readonly marker: ChartMarker; readonly index: number }[] =>
  markers
    .map((marker) => ({ marker, index: rows.findIndex(({ key }) => key === marker.rowKey) }))
    .filter(({ index }) => index >= 0)

/** Where the reader is: a row and a column of the table. */
export interface ChartCursor {
  readonly row: number
  readonly column: number
}

export interface DrawingProps {
  readonly data: ChartData
  readonly widthPx: number
  readonly heightPx: number
  readonly cursor: ChartCursor | null
  readonly onCursor: (cursor: ChartCursor | null) => void
  readonly onOpen: ((row: ChartRow, column: ChartColumn) => void) | undefined
  readonly markers: readonly ChartMarker[]
}

/** Below it a share says little. */
export const fewPayments = 30

export const paymentsText = (n: number): string => `${n} ${n === 1 ? 'payment' : 'payments'}`

export const isFew = (cell: ChartCell | undefined): boolean =>
  cell?.n !== undefined && cell.low !== undefined && cell.n < fewPayments

export const valueOf = (row: ChartRow | undefined, column: ChartColumn | undefined): number | null =>
  row && column ? (row.cells[column.key]?.value ?? null) : null

const wholePercent = (share: number): string => String(Math.round(share * 100))

/** Between which figures it may be. Of few payments, tenths of a percent say nothing. */
export const intervalText = ({ isShare, axis }: ChartColumn, low: number, high: number): string =>
  isShare ? `${wholePercent(low)}–${wholePercent(high)} %` : `${axis(low)} to ${axis(high)}`

/**
 * The share over all rows, weighted by their payments. Of few payments it is only told between which shares it lies: a bare
 * percentage would be believed.
 */
export function shareOfAll({ rows }: ChartData, column: ChartColumn): { text: string; few: boolean } | null {
  const cells = rows.flatMap(({ cells }) => {
    const { value = null, n = 0 } = cells[column.key] ?? {}
    return value === null || n === 0 ? [] : [{ value, n }]
  })
  const n = cells.reduce((sum, cell) => sum + cell.n, 0)
  if (n === 0) return null
  const hits = cells.reduce((sum, cell) => sum + cell.value * cell.n, 0)
  const few = n < fewPayments
  const { low, high } = wilson(hits, n)
  return { few, text: few ? `${intervalText(column, low, high)} of ${n}` : column.axis(hits / n) }
}

const bestMark = '★ '

export const figureText = (cell: ChartCell | undefined, column: ChartColumn): string =>
  cell?.value === null || cell?.value === undefined
    ? '–'
    : `${cell.isBest ? bestMark : ''}${column.format(cell.value)}`

/** A figure in words; one of few payments says so. */
export function cellText(cell: ChartCell | undefined, column: ChartColumn): string {
  const text = figureText(cell, column)
  if (cell?.isBest) return `${text.slice(bestMark.length)} (best)`
  if (!cell || !isFew(cell)) return text
  const interval =
    cell.low === undefined || cell.high === undefined
      ? ''
      : `, 95 % interval ${column.format(cell.low)} to ${column.format(cell.high)}`
  return `${text} (${paymentsText(cell.n ?? 0)}${interval})`
}

export const hasFigures = ({ rows, columns }: ChartData): boolean =>
  rows.some((row) => columns.some((column) => valueOf(row, column) !== null))

/** The colours of series, in the same order everywhere. */
const chartColors = Array.from({ length: 8 }, (_, index) => `var(--chart-${index + 1})`)
export const otherColor = 'var(--ink-muted)'
export const colorAt = (index: number): string => chartColors[index % chartColors.length] ?? otherColor
