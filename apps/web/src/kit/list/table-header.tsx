import { VisuallyHidden } from '@mantine/core'
import { memo, type PointerEvent } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { isFigure, maxColumnPx, minColumnPx, type Column } from './columns.ts'
import styles from './data-table.module.css'
import { gridRoles } from './grid-roles.ts'
import { parseSort } from './list-state.ts'
import type { Selection } from './use-selection.ts'

export interface TableHeaderProps {
  readonly columns: readonly Column[]
  readonly sort: string
  readonly onSort: (name: string) => void
  readonly onResize: (name: string, widthPx: number) => void
  readonly selection?: Selection
  readonly rowCount: number
  /** Columns of controls before and after the data. */
  readonly leading: boolean
  readonly trailing: boolean
}

type Direction = 'ascending' | 'descending' | 'none'

const sortIcon = { ascending: 'arrow-up', descending: 'arrow-down' } as const

function SelectAll({ selection, rowCount }: { readonly selection: Selection; readonly rowCount: number }) {
  const { size } = selection.keys
  const some = size > 0 && size < rowCount
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        aria-label="Select all rows of this page"
        ref={(box) => {
          if (box) box.indeterminate = some
        }}
        checked={size > 0 && size === rowCount}
        disabled={rowCount === 0}
        onChange={() => (size > 0 ? selection.clear() : selection.selectAll())}
      />
    </label>
  )
}

/** Follows the pointer until it is let go. The keyboard's way to a width is the column chooser. */
function startResize(event: PointerEvent<HTMLElement>, widthPx: number, onWidth: (px: number) => void): void {
  const handle = event.currentTarget
  const from = event.clientX
  const actual = handle.parentElement?.getBoundingClientRect().width ?? widthPx
  handle.setPointerCapture(event.pointerId)
  const follow = (move: globalThis.PointerEvent) =>
    onWidth(Math.round(Math.min(Math.max(actual + move.clientX - from, minColumnPx), maxColumnPx)))
  handle.addEventListener('pointermove', follow)
  handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', follow), {
    once: true,
  })
}

function HeaderCell({
  column,
  direction,
  sticky,
  onSort,
  onResize,
}: {
  readonly column: Column
  readonly direction: Direction
  readonly sticky: boolean
  readonly onSort: () => void
  readonly onResize: (widthPx: number) => void
}) {
  const label = <span className={styles.headerText}>{column.field.heading ?? column.label}</span>
  return (
    <th
      scope="col"
      {...gridRoles.header}
      className={[
        styles.header,
        ...(isFigure(column.field) ? [styles.figure] : []),
        ...(sticky ? [styles.sticky, styles.edge] : []),
      ].join(' ')}
      aria-sort={column.sortable ? direction : undefined}
    >
      {column.sortable ? (
        <button type="button" className={styles.headerLabel} onClick={onSort}>
          {label}
          {direction === 'none' ? null : <Icon name={sortIcon[direction]} size={14} />}
        </button>
      ) : (
        <span className={styles.headerLabel}>{label}</span>
      )}
      <span
        aria-hidden="true"
        className={styles.resizer}
        onPointerDown={(event) => startResize(event, column.widthPx, onResize)}
      />
    </th>
  )
}

export const TableHeader = memo(function TableHeader(props: TableHeaderProps) {
  const { columns, sort, onSort, onResize, selection, rowCount, leading, trailing } = props
  const sorted = parseSort(sort)
  const directionOf = (name: string): Direction =>
    sorted.name === name ? (sorted.descending ? 'descending' : 'ascending') : 'none'
  return (
    <thead {...gridRoles.group} className={styles.head}>
      <tr {...gridRoles.row} className={styles.headerRow} aria-rowindex={1}>
        {leading ? (
          <th
            scope="col"
            {...gridRoles.header}
            className={`${styles.header} ${styles.control} ${styles.sticky}`}
          >
            {selection ? (
              <SelectAll selection={selection} rowCount={rowCount} />
            ) : (
              <VisuallyHidden>Order</VisuallyHidden>
            )}
          </th>
        ) : null}
        {columns.map((column, position) => (
          <HeaderCell
            key={column.name}
            column={column}
            direction={directionOf(column.name)}
            sticky={position === 0}
            onSort={() => onSort(column.name)}
            onResize={(widthPx) => onResize(column.name, widthPx)}
          />
        ))}
        {trailing ? (
          <th scope="col" {...gridRoles.header} className={styles.header}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        ) : null}
      </tr>
    </thead>
  )
})
