import type { ReactNode } from 'react'
import styles from './small-table.module.css'

export interface SmallTableProps {
  readonly label: string
  readonly columns: readonly string[]
  /** Columns of figures, by name: they stand at the right. */
  readonly figures?: readonly string[]
  /** Beyond it the table scrolls. */
  readonly maxHeightPx?: number
  /** Rows; the first cell of each names it. */
  readonly children: ReactNode
}

/** A few rows inside something else: no sorting, no filters, no selection. */
export function SmallTable({ label, columns, figures = [], maxHeightPx, children }: SmallTableProps) {
  return (
    <div
      className={styles.scroll}
      style={{ maxHeight: maxHeightPx }}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-figure={figures.includes(column) || undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
