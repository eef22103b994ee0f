import type { Density } from '@signalbox/model/session'
import {
  Fragment,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import type { Column } from './columns.ts'
import styles from './data-table.module.css'
import { titleOf, type Listing, type Row } from './listing.ts'
import { TableHeader } from './table-header.tsx'
import { tableKeys, type TableControl } from './table-keys.ts'
import { TableRow, type CellView, type RowHandlers, type RowMarks } from './table-row.tsx'
import { useRowDrag } from './use-row-drag.ts'
import { useScrollMemory } from './use-scroll-memory.ts'
import type { Selection } from './use-selection.ts'
import { useStable } from './use-stable.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

export const rowHeightPx: Readonly<Record<Density, number>> = { compact: 28, normal: 36, roomy: 48 }
const controlPx = 40

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

const noCells: Readonly<Record<string, CellView>> = {}
const noMarks = (): RowMarks => ({})

function Gap({ rows, rowPx }: { readonly rows: number; readonly rowPx: number }) {
  return rows > 0 ? <tr aria-hidden="true" style={{ height: rows * rowPx }} /> : null
}

/** Widths are a minimum; what is left of the card goes to the data columns in proportion. */
function Columns({
  columns,
  leading,
  trailing,
}: {
  readonly columns: readonly Column[]
  readonly leading: boolean
  readonly trailing: boolean
}) {
  const fixed = (leading ? controlPx : 0) + (trailing ? controlPx : 0)
  const sum = columns.reduce((total, { widthPx }) => total + widthPx, 0)
  return (
    <colgroup>
      {leading ? <col style={{ width: controlPx }} /> : null}
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

export function DataTable(props: DataTableProps) {
  const {
    listing,
    columns,
    rows,
    start,
    total,
    density,
    selection,
    cells = noCells,
    marksOf = noMarks,
  } = props
  const { onOpen, onMove, actions } = props
  const rowPx = rowHeightPx[density]
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [activeIndex, setActiveIndex] = useState(0)
  const [scrolled, setScrolled] = useState(false)
  const [wantsFocus, setWantsFocus] = useState(0)
  const active = Math.min(activeIndex, Math.max(rows.length - 1, 0))
  const { drawn, scrollTo } = useVirtualRows(rows.length, rowPx, active, scroller)
  const drag = useRowDrag(onMove)
  const leading = selection !== undefined || onMove !== undefined
  const trailing = actions !== undefined

  useScrollMemory(scroller, props.scrollKey)
  useLayoutEffect(() => {
    if (wantsFocus > 0)
      scroller?.querySelector<HTMLElement>(`tr[data-index="${active}"]`)?.focus({ preventScroll: true })
  }, [wantsFocus, active, scroller])

  const table = useMemo<TableControl>(() => {
    const focusRow = (index: number) => {
      if (rows.length === 0) return
      const next = Math.min(Math.max(index, 0), rows.length - 1)
      setActiveIndex(next)
      setWantsFocus((times) => times + 1)
      scrollTo(next)
    }
    const row = rows[active]
    return {
      focusRow,
      step: (by) => focusRow(active + by),
      toggleActive: () => row && selection?.toggle(listing.keyOf(row)),
      openActive: () => row && onOpen(row),
      reveal: scrollTo,
    }
  }, [rows, active, selection, listing, onOpen, scrollTo])
  useImperativeHandle(props.control, () => table, [table])

  // Rows are drawn again only when something about them changes, so what they call must stay the same object.
  const open = useStable((index: number) => {
    const row = rows[index]
    if (row) onOpen(row)
  })
  const select = useStable((index: number, extend: boolean) => {
    const row = rows[index]
    if (row) selection?.toggle(listing.keyOf(row), extend)
  })
  const filterBy = useStable((column: Column, row: Row) => props.onFilterBy?.(column, row))
  const { dragStart, dragOver, drop } = drag
  const handlers = useMemo<RowHandlers>(
    () => ({ activate: setActiveIndex, open, select, filterBy, dragStart, dragOver, drop }),
    [open, select, filterBy, dragStart, dragOver, drop],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const moveRow =
      onMove &&
      ((by: number) => {
        const to = active + by
        if (to < 0 || to >= rows.length) return
        onMove(active, to)
        table.focusRow(to)
      })
    if (tableKeys(event, table, rows.length, moveRow)) event.preventDefault()
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
        style={{ '--first-left': leading ? `${controlPx}px` : 0 } as CSSProperties}
      >
        <Columns columns={columns} leading={leading} trailing={trailing} />
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
        <tbody>
          {drawn.map((index, position) => {
            const row = rows[index]
            if (!row) return null
            const key = listing.keyOf(row)
            const marks = marksOf(row)
            const before = position === 0 ? index : index - (drawn[position - 1] ?? 0) - 1
            return (
              <Fragment key={key}>
                <Gap rows={before} rowPx={rowPx} />
                <TableRow
                  row={row}
                  index={index}
                  rowIndex={start + index + 2}
                  columns={columns}
                  cells={cells}
                  titleField={listing.titleField}
                  href={props.hrefOf(row)}
                  active={index === active}
                  open={key === props.openKey}
                  found={index === props.foundIndex}
                  selected={selection?.keys.has(key)}
                  movable={onMove !== undefined && marks.inheritedFrom === undefined}
                  dropAt={drag.dropAt(index)}
                  inheritedFrom={marks.inheritedFrom}
                  changed={marks.changed ?? false}
                  label={titleOf(listing, row)}
                  handlers={handlers}
                  actions={actions}
                />
              </Fragment>
            )
          })}
          <Gap rows={rows.length - 1 - (drawn.at(-1) ?? -1)} rowPx={rowPx} />
        </tbody>
      </table>
    </div>
  )
}
