import { VisuallyHidden } from '@mantine/core'
import { memo, useState, type DragEvent, type MouseEvent, type ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { isFigure, type Column } from './columns.ts'
import styles from './data-table.module.css'
import type { TextContext } from './display-text.ts'
import { FieldContent } from './field-view.tsx'
import type { Row } from './listing.ts'

/** What a screen draws instead of the field's own view. */
export type CellView = (props: { readonly row: Row; readonly value: unknown }) => ReactNode

/** How a row differs from the others. */
export interface RowMarks {
  /** Name of the merchant an inherited row belongs to. */
  readonly inheritedFrom?: string
  readonly changed?: boolean
}

export interface RowHandlers {
  readonly open: (index: number) => void
  /** Opens unless the click turns out to be half of a double click. */
  readonly openSoon: (index: number) => void
  readonly select: (index: number, extend: boolean) => void
  readonly activate: (index: number) => void
  readonly filterBy: (column: Column, row: Row) => void
  readonly dragStart: (index: number) => void
  readonly dragOver: (index: number, event: DragEvent) => void
  readonly drop: () => void
}

export interface TableRowProps {
  readonly row: Row
  readonly index: number
  readonly rowIndex: number
  readonly columns: readonly Column[]
  readonly cells: Readonly<Record<string, CellView>>
  readonly titleField: string
  readonly context: TextContext
  readonly href: string
  readonly active: boolean
  readonly open: boolean
  readonly found: boolean
  /** Undefined when rows cannot be selected. */
  readonly selected?: boolean
  /** Undefined when no row of the table can be moved. */
  readonly movable?: boolean
  readonly dropAt?: 'before' | 'after'
  readonly inheritedFrom?: string
  readonly changed: boolean
  readonly label: string
  readonly handlers: RowHandlers
  readonly actions?: (row: Row) => ReactNode
}

interface CellProps extends TableRowProps {
  /** Nobody points at the row and it does not hold the focus. */
  readonly quiet: boolean
}

/** Where nothing hovers, as on touch screens, every row shows what it has. */
const hovers = typeof window !== 'undefined' && window.matchMedia('(hover: hover)').matches

function Control({ index, label, active, selected, movable, handlers, quiet }: CellProps) {
  return (
    <td className={`${styles.cell} ${styles.control}`} data-sticky>
      <span className={styles.controlBox}>
        {movable === false ? <span className={styles.grip} /> : null}
        {movable ? (
          <Tooltip content={quiet ? null : 'Drag to move, or Alt with the arrow keys'} describes={false}>
            <span
              className={styles.grip}
              draggable
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                handlers.dragStart(index)
              }}
              onDragEnd={() => handlers.drop()}
            >
              <Icon name="grip" size={16} />
            </span>
          </Tooltip>
        ) : null}
        {selected === undefined ? null : (
          <label className={styles.check}>
            <input
              type="checkbox"
              aria-label={`Select ${label}`}
              checked={selected}
              tabIndex={active ? 0 : -1}
              onClick={(event) => handlers.select(index, event.shiftKey)}
              onChange={() => undefined}
            />
          </label>
        )}
      </span>
    </td>
  )
}

function DataCell({
  column,
  position,
  ...props
}: CellProps & { readonly column: Column; readonly position: number }) {
  const { row, cells, titleField, href, active, inheritedFrom, found, handlers, index, context, quiet } =
    props
  const value = row[column.name]
  const Own = cells[column.name]
  const view = Own ? (
    <Own row={row} value={value} />
  ) : (
    <FieldContent field={column.field} value={value} context={context} quiet={quiet} />
  )
  const openHere = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    handlers.open(index)
  }
  return (
    <td
      className={styles.cell}
      data-figure={isFigure(column.field.kind) || undefined}
      data-sticky={position === 0 || undefined}
      data-edge={position === 0 || undefined}
      data-filterable={column.filterable || undefined}
      onDoubleClick={column.filterable ? () => handlers.filterBy(column, row) : undefined}
    >
      {column.name === titleField ? (
        <span className={styles.titleCell}>
          {inheritedFrom === undefined ? null : (
            <Tooltip content={`Inherited from ${inheritedFrom}`}>
              <span className={styles.mark}>
                <Icon name="inherit" size={14} />
                <VisuallyHidden>Inherited from {inheritedFrom}</VisuallyHidden>
              </span>
            </Tooltip>
          )}
          <a
            href={href}
            className={found ? `${styles.link} ${styles.found}` : styles.link}
            tabIndex={active ? 0 : -1}
            onClick={openHere}
          >
            {view}
          </a>
        </span>
      ) : (
        view
      )}
    </td>
  )
}

export const TableRow = memo(function TableRow(props: TableRowProps) {
  const {
    row,
    index,
    rowIndex,
    columns,
    active,
    open,
    selected,
    movable,
    dropAt,
    inheritedFrom,
    changed,
    handlers,
  } = props
  const [pointed, setPointed] = useState(false)
  const quiet = hovers && !pointed && !active
  const leading = selected !== undefined || movable !== undefined
  const openUnlessSelecting = (event: MouseEvent<HTMLElement>) => {
    const onControl = (event.target as HTMLElement).closest('button, a, input, label, [role="menu"]')
    if (onControl || window.getSelection()?.toString()) return
    const filterable = (event.target as HTMLElement).closest('td')?.dataset.filterable !== undefined
    if (event.shiftKey && selected !== undefined) handlers.select(index, true)
    else if (filterable) handlers.openSoon(index)
    else handlers.open(index)
  }
  return (
    <tr
      className={styles.row}
      aria-rowindex={rowIndex}
      aria-selected={selected}
      tabIndex={active ? 0 : -1}
      data-index={index}
      data-active={active || undefined}
      data-open={open || undefined}
      data-inherited={inheritedFrom === undefined ? undefined : true}
      data-changed={changed || undefined}
      data-drop={dropAt}
      onClick={openUnlessSelecting}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => handlers.activate(index)}
      onDragOver={(event) => handlers.dragOver(index, event)}
      onDrop={() => handlers.drop()}
    >
      {leading ? <Control {...props} quiet={quiet} /> : null}
      {columns.map((column, position) => (
        <DataCell key={column.name} {...props} quiet={quiet} column={column} position={position} />
      ))}
      {props.actions ? (
        <td className={`${styles.cell} ${styles.control}`} data-trailing>
          {quiet ? null : <span className={styles.actions}>{props.actions(row)}</span>}
        </td>
      ) : null}
    </tr>
  )
})
