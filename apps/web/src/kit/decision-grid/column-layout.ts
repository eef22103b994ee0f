import { isFigure } from './cell-display.ts'
import type { GridColumn } from './core/grid-column.ts'
import styles from './decision-grid.module.css'

/** Of the columns in order: how far each is from the left, and which stay when the others scroll. */
export interface ColumnLayout {
  readonly columns: readonly GridColumn[]
  readonly widthsPx: readonly number[]
  readonly leftsPx: readonly number[]
  readonly frozen: number
  /** The number of a row, and its figures where somebody wants to see them. */
  readonly rowHeaderPx: number
  /** Row numbers and frozen columns. */
  readonly frozenPx: number
  readonly totalPx: number
  /** First column of outcomes; the heavier rule stands before it. */
  readonly firstOutput: number
  /** One behind the last of them. */
  readonly endOutput: number
  /** What a cell of each column looks like, put together once and not for every cell. */
  readonly cellClasses: readonly string[]
}

const numberPx = 64
/** Hits, approval rate and last hit beside the number. */
const figuresPx = 220
export const minColumnPx = 44
export const maxColumnPx = 800
const narrowNamePx = 140

const kindClass = ({ kind }: GridColumn): string | undefined => {
  if (kind === 'enabled') return styles.flag
  return kind === 'name' ? styles.name : kind === 'output' ? styles.output : undefined
}

const classesOf = (columns: readonly GridColumn[], firstOutput: number): readonly string[] =>
  columns.map((column, at) =>
    [
      styles.cell,
      kindClass(column),
      isFigure(column) ? styles.figure : undefined,
      at === firstOutput ? styles.firstOutput : undefined,
    ]
      .filter(Boolean)
      .join(' '),
  )

export interface LayoutOptions {
  readonly widths?: Readonly<Record<string, number>>
  /** Where there is little room the names, which stay in sight, leave most of it to the rest. */
  readonly narrow?: boolean
  /** Rows show what they did, beside their number. */
  readonly figures?: boolean
}

export function layOut(
  columns: readonly GridColumn[],
  { widths = {}, narrow = false, figures = false }: LayoutOptions,
): ColumnLayout {
  const widthsPx = columns.map(({ id, kind, widthPx }) =>
    Math.min(
      Math.max(widths[id] ?? widthPx, minColumnPx),
      narrow && kind === 'name' ? narrowNamePx : maxColumnPx,
    ),
  )
  const leftsPx: number[] = []
  const rowHeaderPx = numberPx + (figures ? figuresPx : 0)
  let left = rowHeaderPx
  for (const widthPx of widthsPx) {
    leftsPx.push(left)
    left += widthPx
  }
  const frozen = columns.filter(({ kind }) => kind === 'enabled' || kind === 'name').length
  const outputs = columns.findIndex(({ kind }) => kind === 'output')
  const firstOutput = outputs < 0 ? columns.length : outputs
  return {
    columns,
    widthsPx,
    leftsPx,
    frozen,
    rowHeaderPx,
    frozenPx: leftsPx[frozen] ?? left,
    totalPx: left,
    firstOutput,
    endOutput: columns.findLastIndex(({ kind }) => kind === 'output') + 1,
    cellClasses: classesOf(columns, firstOutput),
  }
}

export interface ColumnWindow {
  readonly first: number
  /** One behind the last. */
  readonly end: number
}

const overscanPx = 120

/** The scrolling columns that are in sight, and some more to either side. */
export function columnsInSight(
  { leftsPx, widthsPx, frozen, frozenPx }: ColumnLayout,
  scrollLeft: number,
  viewportPx: number,
): ColumnWindow {
  const from = scrollLeft + frozenPx - overscanPx
  const to = scrollLeft + viewportPx + overscanPx
  let first = frozen
  while (first < leftsPx.length && (leftsPx[first] ?? 0) + (widthsPx[first] ?? 0) < from) first += 1
  let end = first
  while (end < leftsPx.length && (leftsPx[end] ?? 0) < to) end += 1
  return { first, end }
}

/** The column under a point, by its distance from the left edge of the viewport; -1 for the row numbers. */
export function columnAtPx(layout: ColumnLayout, x: number, scrollLeft: number): number {
  const { leftsPx, widthsPx, frozen, frozenPx, columns, rowHeaderPx } = layout
  const at = x < frozenPx ? x : x + scrollLeft
  if (at < rowHeaderPx) return -1
  const from = x < frozenPx ? 0 : frozen
  for (let column = from; column < columns.length; column++) {
    if (at < (leftsPx[column] ?? 0) + (widthsPx[column] ?? 0)) return column
  }
  return columns.length - 1
}
