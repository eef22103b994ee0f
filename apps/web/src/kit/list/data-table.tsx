import type { Density } from '@signalbox/model/access/session'
import {
  useMemo,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type UIEvent,
  type WheelEvent,
} from 'react'
import { fitMoney, type Column } from './columns.ts'
import styles from './data-table.module.css'
import { useTextContext } from '../field/display-text.ts'
import type { Listing, Row } from './listing.ts'
import { TableBody } from './table-body.tsx'
import { TableHeader } from './table-header.tsx'
import { tableKeys, type TableControl } from './table-keys.ts'
import type { CellView, RowHandlers, RowMarks, SharedByRows } from './table-row.tsx'
import { useRowDrag } from './use-row-drag.ts'
import { useRowHandlers } from './use-row-handlers.ts'
import { useScrollMemory } from './use-scroll-memory.ts'
import type { Selection } from './use-selection.ts'
import { useTableControl } from './use-table-control.ts'

export const rowHeightPx: Readonly<Record<Density, number>> = { compact: 28, normal: 36, roomy: 48 }
const controlPx = 36
const menuPx = 32
const gripPx = 28
export interface DataTableProps {
  readonly listing: Listing
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
  /** Position of the first row among all. */
  readonly start: number
  /** Null when there are more than are counted. */
  readonly total: number | null
  readonly density: Density
  readonly sort: string
  readonly onSort: (name: string) => void
  readonly onResize: (name: string, widthPx: number) => void
  readonly openKey: string | null
  readonly onOpen: (row: Row) => void
  readonly hrefOf: (row: Row) => string
  readonly selection?: Selection
  readonly cells?: Readonly<Record<string, CellView>>
  readonly marksOf?: (row: Row) => RowMarks
  readonly actions?: (row: Row) => ReactNode
  readonly onFilterBy?: (column: Column, row: Row) => void
  /** Given when rows may be moved; told where a row goes. */
  readonly onMove?: (from: number, to: number) => void
  /** Given when cells can be changed in place; told which row F2 was pressed on. */
  readonly onEditRow?: (row: Row) => void
  readonly foundIndex?: number | null
  /** Names what is listed; the same list is found again where it was left. */
  readonly scrollKey?: string
  readonly control?: Ref<TableControl>
}

/** Widths are a minimum; what is left of the card goes to the data columns in proportion. */
function measures(columns: readonly Column[], leadingPx: number, trailingPx: number): CSSProperties {
  const widths = columns.map(({ widthPx }) => widthPx)
  const tracks = [
    ...(leadingPx > 0 ? [`${leadingPx}px`] : []),
    ...widths.map((px) => `minmax(${px}px, ${px}fr)`),
    ...(trailingPx > 0 ? [`${trailingPx}px`] : []),
  ]
  return {
    minWidth: widths.reduce((sum, px) => sum + px, leadingPx + trailingPx),
    '--columns': tracks.join(' '),
    '--first-left': `${leadingPx}px`,
  } as CSSProperties
}

const noCells: Readonly<Record<string, CellView>> = {}
const noMarks = (): RowMarks => ({})

function useSharedByRows(props: DataTableProps, handlers: RowHandlers): SharedByRows {
  const { listing, columns, cells = noCells, marksOf = noMarks, hrefOf, actions, start } = props
  const context = useTextContext()
  const selectable = props.selection !== undefined
  const movable = props.onMove !== undefined
  return useMemo(
    () => ({
      listing,
      columns,
      cells,
      context,
      start,
      selectable,
      movable,
      hrefOf,
      marksOf,
      handlers,
      actions,
    }),
    [listing, columns, cells, context, start, selectable, movable, hrefOf, marksOf, handlers, actions],
  )
}

/** Whether the rows are moved aside, so that the columns which stay must be held. */
function useMovedAside() {
  const [aside, setAside] = useState(false)
  return {
    'data-scrolled': aside || undefined,
    onScroll: (event: UIEvent) => setAside(event.currentTarget.scrollLeft > 0),
    // Before the first step sideways, or the columns are seen to leave and come back.
    onWheel: ({ deltaX, deltaY, shiftKey }: WheelEvent) => {
      if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) setAside(true)
    },
  }
}

function editOn(event: KeyboardEvent, row: Row | undefined, onEditRow: DataTableProps['onEditRow']): void {
  if (!row || !onEditRow) return
  event.preventDefault()
  onEditRow(row)
}

/** Rows as a real table: only those in sight are drawn, and the keyboard moves between all of them. */
export function DataTable(given: DataTableProps) {
  const columns = useMemo(() => fitMoney(given.columns, given.rows), [given.columns, given.rows])
  const props = { ...given, columns }
  const { listing, rows, total, selection, onMove } = props
  const rowPx = rowHeightPx[props.density]
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const movedAside = useMovedAside()
  // Before anything that draws: asking for the place afterwards would make the browser lay the page out at once.
  useScrollMemory(scroller, props.scrollKey)
  const { drawn, active, entered, activate, table } = useTableControl({ ...props, rowPx, scroller })
  const { dropAt, ...drag } = useRowDrag(onMove)
  const shared = useSharedByRows(props, useRowHandlers({ ...props, scroller, activate, ...drag }))
  const leadingPx = (selection ? controlPx : 0) + (onMove ? gripPx : 0)
  const trailing = props.actions !== undefined
  const leading = leadingPx > 0
  const measure = useMemo(
    () => measures(columns, leadingPx, trailing ? menuPx : 0),
    [columns, leadingPx, trailing],
  )

  const moveActive = (by: number) => {
    const to = active + by
    if (to < 0 || to >= rows.length) return
    onMove?.(active, to)
    table.focusRow(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2') editOn(event, rows[active], props.onEditRow)
    else if (tableKeys(event, table, rows.length, onMove && moveActive)) event.preventDefault()
  }

  return (
    <div
      ref={setScroller}
      className={styles.scroller}
      style={{ '--row-height': `${rowPx}px` } as CSSProperties}
      {...movedAside}
    >
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- rows take focus and selection
        role="grid"
        className={styles.table}
        data-quiet-copy
        aria-label={listing.plural}
        aria-rowcount={total === null ? -1 : total + 1}
        aria-colcount={columns.length + (leading ? 1 : 0) + (trailing ? 1 : 0)}
        aria-multiselectable={selection ? true : undefined}
        onKeyDown={onKeyDown}
        style={measure}
      >
        <TableHeader
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          onResize={props.onResize}
          selection={selection}
          rowCount={rows.length}
          leading={leading}
          trailing={trailing}
        />
        <TableBody
          {...props}
          shared={shared}
          drawn={drawn}
          active={active}
          entered={entered}
          rowPx={rowPx}
          dropAt={dropAt}
        />
      </table>
    </div>
  )
}
