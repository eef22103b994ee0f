import type { ReactNode } from 'react'
import { valueAt, wrongAt, type GridValue } from './core/cell-language.ts'
import type { GridColumn } from './core/grid-column.ts'
import type { GridRow } from './core/grid-row.ts'
import { chipsThatFit, displayOf, mayBeCut, type CellDisplay, type GridWords } from './cell-display.ts'
import styles from './decision-grid.module.css'

/** What stands in a cell, and how its box has to treat it. */
export interface CellView {
  readonly content: ReactNode
  readonly chips: boolean
  readonly mayBeCut: boolean
}

const nothing: CellView = { content: null, chips: false, mayBeCut: false }

function chipsOf(display: CellDisplay, widthPx: number): ReactNode {
  const { chips = [], lead, negated, mono } = display
  const fit = chipsThatFit(display, widthPx)
  return (
    <>
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
    </>
  )
}

/** Most cells are a plain text, which needs no element of its own. */
function displayContent(display: CellDisplay, widthPx: number): ReactNode {
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

/**
 * Nothing for a condition that asks nothing; what a silent outcome means, in grey. A function and not a component:
 * hundreds of cells come into sight with every turn of the wheel.
 */
export function cellView(column: GridColumn, row: GridRow, widthPx: number, formats: GridWords): CellView {
  const wrong = wrongAt(column, row)
  if (wrong)
    return {
      content: <span className={styles.wrongText}>{wrong.text}</span>,
      chips: false,
      mayBeCut: true,
    }
  const value = valueAt(column, row)
  const shown = value ?? defaultOf(column)
  if (shown === undefined) return nothing
  const display = displayOf(column, shown, formats)
  const content = displayContent(display, widthPx)
  return {
    content: value === undefined ? <span className={styles.meant}>{content}</span> : content,
    chips: display.chips !== undefined && value !== undefined,
    mayBeCut: mayBeCut(display, widthPx),
  }
}
