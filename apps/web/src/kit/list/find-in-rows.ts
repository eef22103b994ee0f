import type { Column } from './columns.ts'
import { displayText, type TextContext } from '../field/display-text.ts'
import type { Row } from './listing.ts'

/** Indexes of the rows in which a shown column has the text. */
export function findInRows(
  rows: readonly Row[],
  columns: readonly Column[],
  text: string,
  context: TextContext,
): number[] {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return []
  return rows.flatMap((row, index) =>
    columns.some(({ name, field }) =>
      displayText(field, row[name], context).toLocaleLowerCase().includes(wanted),
    )
      ? [index]
      : [],
  )
}
