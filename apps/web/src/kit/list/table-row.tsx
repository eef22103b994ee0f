import { memo, useState, type DragEvent, type MouseEvent, type ReactNode } from 'react'
import type { TextContext } from '../field/display-text.ts'
import type { Column } from './columns.ts'
import styles from './data-table.module.css'
import { gridRoles } from './grid-roles.ts'
import { titleOf, type Listing, type Row } from './listing.ts'
import { ControlCell, dataCell } from './table-cell.tsx'

/** What a screen draws instead of the field's own view. */
export type CellView = (props: {
  readonly row: Row
  readonly value: unknown
  /** Nobody points at the row: a tooltip would not be seen. */
  readonly quiet?: boolean
}) => ReactNode

/** How a row differs from the others. */
export interface RowMarks {
  /** Name of the merchant an inherited row belongs to. */
  readonly inheritedFrom?: string
  readonly changed?: boolean
  /** Stands out among its neighbours: a coloured row, an edge, or a hatched one that rests. */
  readonly tint?: 'orange' | 'purple' | 'red-edge' | 'grey-stripe' | 'dark-red'
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
  /** Rows pass under a resting pointer while the table scrolls; nobody points at them. */
  readonly isScrolling: () => boolean
}

/** What is the same for all rows of a table: one object, so that comparing a row with itself stays cheap. */
export interface SharedByRows {
  readonly listing: Listing
  readonly columns: readonly Column[]
  readonly cells: Readonly<Record<string, CellView>>
  readonly context: TextContext
  /** Position of the first row among all. */
  readonly start: number
  readonly selectable: boolean
  readonly movable: boolean
  readonly hrefOf: (row: Row) => string
  readonly marksOf: (row: Row) => RowMarks
  readonly handlers: RowHandlers
  readonly actions?: (row: Row) => ReactNode
}

export interface TableRowProps {
  readonly shared: SharedByRows
  readonly row: Row
  readonly index: number
  /** Where the Tab key comes in. */
  readonly active: boolean
  /** Active, and somebody has been here. */
  readonly entered: boolean
  readonly open: boolean
  readonly found: boolean
  readonly selected?: boolean
  readonly dropAt?: 'before' | 'after'
}

/** Where nothing hovers, as on touch screens, every row shows what it has. */
const hovers = typeof window !== 'undefined' && window.matchMedia('(hover: hover)').matches

const columnAt = (cell: HTMLTableCellElement | null, { columns, selectable, movable }: SharedByRows) =>
  cell ? columns[cell.cellIndex - (selectable || movable ? 1 : 0)] : undefined

const cellOf = (event: MouseEvent) => (event.target as HTMLElement).closest('td')

/** What a click on a row does: it opens it, selects up to it, or filters by the cell. */
function rowClicks({ shared, row, index }: TableRowProps) {
  const { handlers } = shared
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      const onControl = (event.target as HTMLElement).closest(
        'button, a, input, select, label, [role="menu"]',
      )
      if (onControl || window.getSelection()?.toString()) return
      if (event.shiftKey && shared.selectable) handlers.select(index, true)
      else if (columnAt(cellOf(event), shared)?.filterable) handlers.openSoon(index)
      else handlers.open(index)
    },
    onDoubleClick: (event: MouseEvent) => {
      const column = columnAt(cellOf(event), shared)
      if (column?.filterable) handlers.filterBy(column, row)
    },
  }
}

/** Drawn plainly until somebody points at it or it holds the focus: tooltips, buttons and menus come then. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { shared, row, index, active, entered, open, found, selected, dropAt } = props
  const { listing, columns, handlers, actions } = shared
  const [pointed, setPointed] = useState(false)
  const quiet = hovers && !pointed && !entered
  const { inheritedFrom, changed, tint } = shared.marksOf(row)
  const label = titleOf(listing, row)

  const point = () => {
    if (!handlers.isScrolling()) setPointed(true)
  }
  return (
    <tr
      {...gridRoles.row}
      className={styles.row}
      aria-rowindex={shared.start + index + 2}
      aria-selected={selected}
      tabIndex={active ? 0 : -1}
      data-index={index}
      data-open={open || undefined}
      data-inherited={inheritedFrom === undefined ? undefined : true}
      data-changed={changed || undefined}
      data-tint={tint}
      data-drop={dropAt}
      {...rowClicks(props)}
      onPointerEnter={point}
      onPointerMove={pointed ? undefined : point}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => handlers.activate(index)}
      onDragOver={(event) => handlers.dragOver(index, event)}
      onDrop={() => handlers.drop()}
    >
      {shared.selectable || shared.movable ? (
        <ControlCell
          label={label}
          index={index}
          active={active}
          selected={selected}
          movable={shared.movable}
          fixed={inheritedFrom !== undefined}
          quiet={quiet}
          handlers={handlers}
        />
      ) : null}
      {columns.map((column, position) =>
        dataCell({
          column,
          row,
          index,
          first: position === 0,
          shared,
          active,
          found,
          inheritedFrom,
          quiet,
        }),
      )}
      {actions ? (
        <td
          {...gridRoles.cell}
          className={`${styles.cell} ${styles.control} ${styles.trailing} ${quiet ? '' : styles.pinned}`}
        >
          {quiet ? null : <span className={styles.actions}>{actions(row)}</span>}
        </td>
      ) : null}
    </tr>
  )
})
