import { isBlankAt } from './cell-language.ts'
import type { GridColumn } from './grid-column.ts'
import { rowAt, type GridDocument, type RowPlace } from './grid-document.ts'
import type { GridLines } from './grid-lines.ts'
import type { CellBlock } from './range-operations.ts'

export interface CellPosition {
  readonly line: number
  readonly column: number
}

/** A rectangle of cells. The keyboard acts on its anchor; the head is the corner that moves with Shift. */
export interface Selection {
  readonly anchor: CellPosition
  readonly head: CellPosition
  readonly wholeRows: boolean
}

export interface Grid {
  readonly document: GridDocument
  readonly lines: GridLines
  readonly columns: readonly GridColumn[]
}

export const selectCell = (line: number, column: number): Selection => ({
  anchor: { line, column },
  head: { line, column },
  wholeRows: false,
})

export const selectLines = (from: number, to: number): Selection => ({
  anchor: { line: from, column: 0 },
  head: { line: to, column: 0 },
  wholeRows: true,
})

const between = (value: number, most: number): number => Math.max(0, Math.min(value, most))

const clampPosition = ({ lines, columns }: Grid, { line, column }: CellPosition): CellPosition => ({
  line: between(line, lines.count - 1),
  column: between(column, columns.length - 1),
})

export function clampSelection(grid: Grid, selection: Selection): Selection {
  const anchor = clampPosition(grid, selection.anchor)
  const head = clampPosition(grid, selection.head)
  const unchanged =
    anchor.line === selection.anchor.line &&
    anchor.column === selection.anchor.column &&
    head.line === selection.head.line &&
    head.column === selection.head.column
  return unchanged ? selection : { ...selection, anchor, head }
}

export interface SelectedRange {
  readonly firstLine: number
  readonly lastLine: number
  readonly firstColumn: number
  readonly lastColumn: number
}

export function rangeOf({ anchor, head, wholeRows }: Selection, columnCount: number): SelectedRange {
  return {
    firstLine: Math.min(anchor.line, head.line),
    lastLine: Math.max(anchor.line, head.line),
    firstColumn: wholeRows ? 0 : Math.min(anchor.column, head.column),
    lastColumn: wholeRows ? columnCount - 1 : Math.max(anchor.column, head.column),
  }
}

export const isSingleCell = ({ anchor, head, wholeRows }: Selection): boolean =>
  !wholeRows && anchor.line === head.line && anchor.column === head.column

/** The rows in a selection from top to bottom, the places of rows yet to come included. */
export function selectedPlaces({ lines, columns }: Grid, selection: Selection): readonly RowPlace[] {
  const { firstLine, lastLine } = rangeOf(selection, columns.length)
  const places: RowPlace[] = []
  for (let line = firstLine; line <= lastLine; line++) {
    const found = lines.at(line)
    if (found && found.kind !== 'heading') places.push({ section: found.section, row: found.row })
  }
  return places
}

export function selectedBlock(grid: Grid, selection: Selection): CellBlock {
  const { firstColumn, lastColumn } = rangeOf(selection, grid.columns.length)
  return {
    places: selectedPlaces(grid, selection),
    columns: grid.columns.slice(firstColumn, lastColumn + 1),
  }
}

/** The cell the keyboard acts on; undefined on a heading. */
export function activeCell(
  { lines, columns }: Grid,
  { anchor }: Selection,
): { readonly place: RowPlace; readonly column: GridColumn } | undefined {
  const line = lines.at(anchor.line)
  const column = columns[anchor.column]
  return line && line.kind !== 'heading' && column
    ? { place: { section: line.section, row: line.row }, column }
    : undefined
}

/** Goes to a position, or stretches the selection to it. */
export function goTo(grid: Grid, selection: Selection, position: CellPosition, extend: boolean): Selection {
  const head = clampPosition(grid, position)
  return extend ? { ...selection, head } : { anchor: head, head, wholeRows: false }
}

export function moveBy(
  grid: Grid,
  selection: Selection,
  step: { readonly lines?: number; readonly columns?: number },
  extend = false,
): Selection {
  const { line, column } = extend ? selection.head : selection.anchor
  const target = { line: line + (step.lines ?? 0), column: column + (step.columns ?? 0) }
  return goTo(grid, selection, target, extend)
}

/** The next cell to type into: to the right, then on the next line. Headings are passed over. */
export function nextCell(grid: Grid, selection: Selection, backwards: boolean): Selection {
  const { lines, columns } = grid
  const step = backwards ? -1 : 1
  let { line, column } = selection.anchor
  column += step
  if (column < 0 || column >= columns.length) {
    column = backwards ? columns.length - 1 : 0
    do line += step
    while (lines.at(line)?.kind === 'heading')
  }
  return line < 0 || line >= lines.count ? selection : selectCell(line, column)
}

function isFilled({ document, lines, columns }: Grid, { line, column }: CellPosition): boolean {
  const found = lines.at(line)
  const row = found?.kind === 'row' ? rowAt(document, found) : undefined
  const shown = columns[column]
  return row !== undefined && shown !== undefined && !isBlankAt(shown, row)
}

/** Where a run of filled cells ends, or the next one begins; the edge of the grid when there is none. */
export function edgeOfData(
  grid: Grid,
  from: CellPosition,
  step: { readonly lines: number; readonly columns: number },
): CellPosition {
  const { lines, columns } = grid
  const after = ({ line, column }: CellPosition): CellPosition => ({
    line: line + step.lines,
    column: column + step.columns,
  })
  const isInside = ({ line, column }: CellPosition): boolean =>
    line >= 0 && line < lines.count && column >= 0 && column < columns.length
  let at = from
  let next = after(at)
  const inRun = isFilled(grid, at) && isFilled(grid, next)
  while (isInside(next)) {
    if (inRun && !isFilled(grid, next)) return at
    at = next
    if (!inRun && isFilled(grid, at)) return at
    next = after(at)
  }
  return at
}
