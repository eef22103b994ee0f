import type { ReactNode } from 'react'
import styles from './decision-grid.module.css'

export interface HeadingLineProps {
  readonly gridId: string
  readonly line: number
  readonly topPx: number
  readonly heightPx: number
  readonly widthPx: number
  readonly columnCount: number
  readonly active: boolean
  readonly children: ReactNode
}

/** A line over the rows of a section, as wide as what is in sight. */
export function HeadingLine(props: HeadingLineProps) {
  const { gridId, line, topPx, heightPx, widthPx, columnCount, active, children } = props
  return (
    <div
      role="row"
      aria-rowindex={line + 2}
      className={styles.heading}
      data-line={line}
      style={{ top: topPx, height: heightPx }}
    >
      <div
        id={active ? `${gridId}-active` : undefined}
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columnCount}
        className={styles.headingCell}
        data-active={active || undefined}
        style={{ width: widthPx || '100%' }}
      >
        {children}
      </div>
    </div>
  )
}
