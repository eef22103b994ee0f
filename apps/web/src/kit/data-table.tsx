import type { Density } from '@signalbox/model/session'
import { useState, type CSSProperties, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import type { Column } from './columns.ts'
import styles from './data-table.module.css'
import type { Listing, Row } from './listing.ts'
import { TableBody } from './table-body.tsx'
import { TableHeader } from './table-header.tsx'
import { tableKeys, type TableControl } from './table-keys.ts'
import type { CellView, RowMarks } from './table-row.tsx'
import { useRowDrag } from './use-row-drag.ts'
import { useRowHandlers } from './use-row-handlers.ts'
import { useScrollMemory } from './use-scroll-memory.ts'
import type { Selection } from './use-selection.ts'
import { useTableControl } from './use-table-control.ts'

export const rowHeightPx: Readonly<Record<Density, number>> = { compact: 28, normal: 36, roomy: 48 }
const controlPx = 40
const gripPx = 18
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
  readonly foundIndex?: number | null
  /** Names what is listed; the same list is found again where it was left. */
  readonly scrollKey?: string
  readonly control?: Ref<TableControl>
}

/** Widths are a minimum; what is left of the card goes to the data columns in proportion. */
function Columns({
  columns,
  leadingPx,
  trailing,
}: {
  readonly columns: readonly Column[]
  readonly leadingPx: number
  readonly trailing: boolean
}) {
  const fixed = leadingPx + (trailing ? controlPx : 0)
  const sum = columns.reduce((total, { widthPx }) => total + widthPx, 0)
  return (
    <colgroup>
      {leadingPx > 0 ? <col style={{ width: leadingPx }} /> : null}
      {columns.map(({ name, widthPx }) => (
        <col
          key={name}
          style={{ width: `max(${widthPx}px, calc((100cqw - ${fixed}px) * ${widthPx / sum}))` }}
        />
      ))}
      {trailing ? <col style={{ width: controlPx }} /> : null}
    </colgroup>
  )
}

/** Rows as a real table: only those in sight are drawn, and the keyboard moves between all of them. */
export function DataTable(props: DataTableProps) {
  const { listing, columns, rows, total, selection, onOpen, onMove, onFilterBy } = props
  const rowPx = rowHeightPx[props.density]
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [scrolled, setScrolled] = useState(false)
  const { control } = props
  const { drawn, active, activate, table } = useTableControl({
    listing,
    rows,
    rowPx,
    scroller,
    selection,
    onOpen,
    control,
  })
  const { dropAt, ...drag } = useRowDrag(onMove)
  const handlers = useRowHandlers({ listing, rows, selection, onOpen, onFilterBy, activate, ...drag })
  const leading = selection !== undefined || onMove !== undefined
  const trailing = props.actions !== undefined
  const leadingPx = (selection ? controlPx : 0) + (onMove ? gripPx : 0)
  useScrollMemory(scroller, props.scrollKey)

  const moveActive = (by: number) => {
    const to = active + by
    if (to < 0 || to >= rows.length) return
    onMove?.(active, to)
    table.focusRow(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (tableKeys(event, table, rows.length, onMove && moveActive)) event.preventDefault()
  }

  return (
    <div
      ref={setScroller}
      className={styles.scroller}
      data-scrolled={scrolled || undefined}
      onScroll={(event) => setScrolled(event.currentTarget.scrollLeft > 0)}
      style={{ '--row-height': `${rowPx}px` } as CSSProperties}
    >
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- rows take focus and selection
        role="grid"
        className={styles.table}
        aria-label={listing.plural}
        aria-rowcount={total === null ? -1 : total + 1}
        aria-colcount={columns.length + (leading ? 1 : 0) + (trailing ? 1 : 0)}
        aria-multiselectable={selection ? true : undefined}
        onKeyDown={onKeyDown}
        style={{ '--first-left': `${leadingPx}px` } as CSSProperties}
      >
        <Columns columns={columns} leadingPx={leadingPx} trailing={trailing} />
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
          drawn={drawn}
          active={active}
          rowPx={rowPx}
          handlers={handlers}
          dropAt={dropAt}
        />
      </table>
    </div>
  )
}
