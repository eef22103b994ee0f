import { copyCell, isBlankAt, textAt, withText, withValue, type CellLanguage } from './cell-language.ts'
import type { GridColumn } from './grid-column.ts'
import { isEditable, mapRows, rowAt, withRules, type GridDocument, type RowPlace } from './grid-document.ts'
import { emptyRow, type GridRow } from './grid-row.ts'
import { roomIn, type NewId } from './row-operations.ts'
import { writeTabSeparated } from './tab-separated.ts'

/** Cells that form a rectangle on the screen. */
export interface CellBlock {
  readonly places: readonly RowPlace[]
  readonly columns: readonly GridColumn[]
}

export const copyBlock = (
  document: GridDocument,
  { places, columns }: CellBlock,
  language: CellLanguage,
): string =>
  writeTabSeparated(
    places.map((place) => {
      const row = rowAt(document, place)
      return columns.map((column) => (row ? textAt(language, column, row) : ''))
    }),
  )

const clearRow = (row: GridRow, columns: readonly GridColumn[]): GridRow =>
  columns.reduce((cleared, column) => withValue(column, cleared, undefined), row)

/** Makes cells say nothing. Whether a row is on is not something to clear. */
export function clearBlock(document: GridDocument, { places, columns }: CellBlock): GridDocument {
  const cleared = columns.filter(({ kind }) => kind !== 'enabled')
  return mapRows(document, places, (row) => clearRow(row, cleared))
}

/** What stands in the topmost row goes into all below it. */
export function fillDown(document: GridDocument, { places, columns }: CellBlock): GridDocument {
  const [first, ...others] = places
  const source = first && rowAt(document, first)
  if (!source) return document
  return mapRows(document, others, (row) =>
    columns.reduce((filled, column) => copyCell(column, source, filled), row),
  )
}

/** The same text in every cell of a block. */
export const setBlock = (
  document: GridDocument,
  { places, columns }: CellBlock,
  text: string,
  language: CellLanguage,
): GridDocument =>
  mapRows(document, places, (row) =>
    columns.reduce((changed, column) => withText(language, column, changed, text), row),
  )

export interface Pasted {
  readonly document: GridDocument
  /** How far the text reached. */
  readonly rows: number
  readonly columns: number
  /** Rows that said something else before in a cell that was pasted into. */
  readonly overwritten: number
  /** Rows there was no room for, and columns beyond the last. */
  readonly leftOutRows: number
  readonly leftOutColumns: number
}

const withCells = (
  row: GridRow,
  columns: readonly GridColumn[],
  cells: readonly string[],
  language: CellLanguage,
): GridRow =>
  columns.reduce((changed, column, index) => {
    const text = cells[index]
    return text === undefined ? changed : withText(language, column, changed, text)
  }, row)

const overwrites = (
  before: GridRow,
  after: GridRow,
  columns: readonly GridColumn[],
  language: CellLanguage,
): boolean =>
  before !== after &&
  columns.some(
    (column) =>
      !isBlankAt(column, before) && textAt(language, column, before) !== textAt(language, column, after),
  )

/**
 * Writes rows of texts into the rows at the given places, one after the other; what is left makes new rows at the end
 * of the section. Texts that mean nothing in their column are kept and marked, so nothing that was pasted is lost.
 */
export function pasteRows(
  document: GridDocument,
  { places, columns }: CellBlock,
  texts: readonly (readonly string[])[],
  language: CellLanguage,
  newId: NewId,
): Pasted {
  const section = places[0]?.section ?? -1
  const widest = Math.max(0, ...texts.map((cells) => cells.length))
  const reached = {
    columns: Math.min(widest, columns.length),
    leftOutColumns: Math.max(0, widest - columns.length),
  }
  if (!isEditable(document, section)) {
    return { document, rows: 0, overwritten: 0, leftOutRows: texts.length, ...reached }
  }
  let added = 0
  let overwritten = 0
  const next = withRules(document, section, (rules) => {
    const changed = [...rules]
    const inPlace = places.filter((place) => place.section === section && place.row < rules.length)
    texts.forEach((cells, index) => {
      const place = inPlace[index]
      const before = place ? rules[place.row] : undefined
      if (place && before) {
        const after = withCells(before, columns, cells, language)
        changed[place.row] = after
        if (overwrites(before, after, columns.slice(0, cells.length), language)) overwritten += 1
      } else if (changed.length - rules.length < roomIn(document, section)) {
        changed.push(withCells(emptyRow(newId()), columns, cells, language))
        added += 1
      }
    })
    return changed.length === rules.length && changed.every((row, index) => row === rules[index])
      ? rules
      : changed
  })
  const rows = Math.min(texts.length, places.filter((place) => rowAt(document, place)).length) + added
  return { document: next, rows, overwritten, leftOutRows: texts.length - rows, ...reached }
}

/** A small copied block repeated over a larger selection, as spreadsheets do when it fits in whole. */
export function repeated(
  texts: readonly (readonly string[])[],
  height: number,
  width: number,
): readonly (readonly string[])[] {
  const copiedWidth = texts[0]?.length ?? 0
  if (copiedWidth === 0 || texts.some((cells) => cells.length !== copiedWidth)) return texts
  const down = height > texts.length && height % texts.length === 0 ? height / texts.length : 1
  const across = width > copiedWidth && width % copiedWidth === 0 ? width / copiedWidth : 1
  if (down === 1 && across === 1) return texts
  return Array.from({ length: texts.length * down }, (_, row) => {
    const cells = texts[row % texts.length] ?? []
    return Array.from(
      { length: cells.length * across },
      (_unused, column) => cells[column % cells.length] ?? '',
    )
  })
}
