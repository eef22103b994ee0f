import type { UserFormats } from '@signalbox/model/user-formats'
import { memo, type ReactNode } from 'react'
import { valueAt, wrongAt, type GridValue } from './core/cell-language.ts'
import type { GridColumn } from './core/grid-column.ts'
import type { GridRow } from './core/grid-row.ts'
import { chipsThatFit, displayOf, type CellDisplay } from './cell-display.ts'
import styles from './decision-grid.module.css'

export interface CellContentProps {
  readonly column: GridColumn
  readonly row: GridRow
  readonly widthPx: number
  readonly formats: UserFormats
  /** Nothing is there yet, so nothing is meant either. */
  readonly silent?: boolean
}

function chipsOf(display: CellDisplay, widthPx: number): ReactNode {
  const { chips = [], lead, negated, mono } = display
  const fit = chipsThatFit(display, widthPx)
  return (
    <span className={styles.chips}>
      {negated ? <span className={styles.not}>not</span> : null}
      {lead === undefined ? null : <span className={styles.lead}>{lead}</span>}
      {chips.slice(0, fit).map((chip, position) => (
        <span key={position} className={mono ? `${styles.chip} ${styles.mono}` : styles.chip}>
          {chip}
        </span>
      ))}
      {chips.length > fit ? (
        <span className={styles.more} data-more>
          +{chips.length - fit}
        </span>
      ) : null}
    </span>
  )
}

/** Most cells are a plain text, which needs no element of its own. */
function said(display: CellDisplay, widthPx: number): ReactNode {
  const { chips, negated, text, mono } = display
  if (chips) return chipsOf(display, widthPx)
  if (!negated && !mono) return text
  return (
    <>
      {negated ? <span className={styles.not}>not </span> : null}
      {mono ? <span className={styles.mono}>{text}</span> : text}
    </>
  )
}

const defaultOf = (column: GridColumn): GridValue | undefined =>
  column.kind === 'output' ? column.output.default : undefined

/** What stands in a cell. Nothing for a condition that asks nothing; what a silent outcome means, in grey. */
export const CellContent = memo(function CellContent({
  column,
  row,
  widthPx,
  formats,
  silent = false,
}: CellContentProps) {
  const wrong = wrongAt(column, row)
  if (wrong) return <span className={styles.wrongText}>{wrong.text}</span>
  const value = valueAt(column, row)
  if (value !== undefined) return said(displayOf(column, value, formats), widthPx)
  const meant = defaultOf(column)
  if (meant === undefined || silent) return null
  return <span className={styles.meant}>{said(displayOf(column, meant, formats), widthPx)}</span>
})
