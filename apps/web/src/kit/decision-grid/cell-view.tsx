import type { UserFormats } from '@signalbox/model/user-formats'
import { memo } from 'react'
import { valueAt, wrongAt, type GridValue } from './core/cell-language.ts'
import type { GridColumn } from './core/grid-column.ts'
import type { GridRow } from './core/grid-row.ts'
import { chipsThatFit, displayOf, isFigure, type CellDisplay } from './cell-display.ts'
import styles from './decision-grid.module.css'

export interface CellContentProps {
  readonly column: GridColumn
  readonly row: GridRow
  readonly widthPx: number
  readonly formats: UserFormats
}

function Chips({ display, widthPx }: { readonly display: CellDisplay; readonly widthPx: number }) {
  const { chips = [], lead, negated, mono } = display
  const fit = chipsThatFit(display, widthPx)
  return (
    <>
      {negated ? <span className={styles.not}>not</span> : null}
      {lead === undefined ? null : <span className={styles.lead}>{lead}</span>}
      {chips.slice(0, fit).map((chip, position) => (
        <span key={position} className={styles.chip} data-mono={mono || undefined}>
          {chip}
        </span>
      ))}
      {chips.length > fit ? (
        <span className={styles.more} data-more>
          +{chips.length - fit}
        </span>
      ) : null}
    </>
  )
}

function Said({ display, widthPx }: { readonly display: CellDisplay; readonly widthPx: number }) {
  if (display.chips) return <Chips display={display} widthPx={widthPx} />
  return (
    <>
      {display.negated ? <span className={styles.not}>not</span> : null}
      <span className={display.mono ? `${styles.text} ${styles.mono}` : styles.text}>{display.text}</span>
    </>
  )
}

const defaultOf = (column: GridColumn): GridValue | undefined =>
  column.kind === 'output' ? column.output.default : undefined

/** What stands in a cell. Nothing for a condition that asks nothing; what a silent outcome means, in grey. */
export const CellContent = memo(function CellContent({ column, row, widthPx, formats }: CellContentProps) {
  const wrong = wrongAt(column, row)
  if (wrong) return <span className={styles.wrongText}>{wrong.text}</span>
  const value = valueAt(column, row)
  if (value !== undefined) return <Said display={displayOf(column, value, formats)} widthPx={widthPx} />
  const meant = defaultOf(column)
  if (meant === undefined) return null
  return (
    <span className={styles.meant}>
      <Said display={displayOf(column, meant, formats)} widthPx={widthPx} />
    </span>
  )
})

export const cellKind = (column: GridColumn): 'figure' | undefined =>
  isFigure(column) ? 'figure' : undefined
