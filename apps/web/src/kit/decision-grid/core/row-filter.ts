import { textAt, type CellLanguage } from './cell-language.ts'
import type { GridColumn } from './grid-column.ts'
import type { GridDocument } from './grid-document.ts'
import type { GridRow } from './grid-row.ts'

export type RowTest = (row: GridRow) => boolean

/** Rows are never changed in place, so what a row reads as is worked out once. */
export function rowTexts(language: CellLanguage, columns: readonly GridColumn[]): (row: GridRow) => string {
  const known = new WeakMap<GridRow, string>()
  const shown = columns.filter(({ kind }) => kind !== 'enabled')
  return (row) => {
    const before = known.get(row)
    if (before !== undefined) return before
    const text = shown
      .map((column) => textAt(language, column, row))
      .join('\n')
      .toLowerCase()
    known.set(row, text)
    return text
  }
}

/** Every word of the filter stands somewhere in the row. */
export function textTest(filter: string, textOf: (row: GridRow) => string): RowTest {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return (row) => {
    const text = textOf(row)
    return words.every((word) => text.includes(word))
  }
}

/** Ids of the rows that fail the test. */
export function hiddenRows(document: GridDocument, test: RowTest): ReadonlySet<string> {
  const hidden = new Set<string>()
  for (const { content } of document.sections) {
    for (const row of content.rules) if (!test(row)) hidden.add(row.id)
  }
  return hidden
}
