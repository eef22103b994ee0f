import type { ReactNode } from 'react'
import type { DataTableProps } from './data-table.tsx'
import styles from './data-table.module.css'
import { gridRoles } from './grid-roles.ts'
import { TableRow, type SharedByRows } from './table-row.tsx'

export interface TableBodyProps extends Pick<
  DataTableProps,
  'listing' | 'rows' | 'selection' | 'openKey' | 'foundIndex'
> {
  readonly shared: SharedByRows
  /** Indexes of the rows that are drawn, in order. */
  readonly drawn: readonly number[]
  readonly active: number
  /** Whether somebody has been at the active row, or it is only where the keyboard would begin. */
  readonly entered: boolean
  readonly rowPx: number
  readonly dropAt: (index: number) => 'before' | 'after' | undefined
}

/** Stands for rows that are not drawn. */
const gap = (key: string, rows: number, rowPx: number): ReactNode => (
  <tr key={key} aria-hidden="true" className={styles.gap} style={{ height: rows * rowPx }} />
)

export function TableBody(props: TableBodyProps) {
  const { listing, rows, drawn, active, rowPx, selection, shared } = props
  const lines: ReactNode[] = []
  let next = 0
  for (const index of drawn) {
    const row = rows[index]
    if (!row) continue
    if (index > next) lines.push(gap(next === 0 ? 'above' : 'between', index - next, rowPx))
    const key = listing.keyOf(row)
    lines.push(
      <TableRow
        key={key}
        shared={shared}
        row={row}
        index={index}
        active={index === active}
        entered={props.entered && index === active}
        open={key === props.openKey}
        found={index === props.foundIndex}
        selected={selection?.keys.has(key)}
        dropAt={props.dropAt(index)}
      />,
    )
    next = index + 1
  }
  if (next < rows.length) lines.push(gap('below', rows.length - next, rowPx))
  return (
    <tbody {...gridRoles.group} className={styles.body}>
      {lines}
    </tbody>
  )
}
