import { useImperativeHandle, useLayoutEffect, useMemo, useState, type Ref } from 'react'
import type { Listing, Row } from './listing.ts'
import type { TableControl } from './table-keys.ts'
import type { Selection } from './use-selection.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

interface TableControlInput {
  readonly listing: Listing
  readonly rows: readonly Row[]
  readonly rowPx: number
  readonly scroller: HTMLElement | null
  readonly selection?: Selection
  readonly onOpen: (row: Row) => void
  readonly control?: Ref<TableControl>
}

/** Which rows are drawn, which of them is active, and the ways to move between them. */
export function useTableControl({
  listing,
  rows,
  rowPx,
  scroller,
  selection,
  onOpen,
  control,
}: TableControlInput) {
  const [wanted, setWanted] = useState<number | null>(null)
  const [focusRequests, setFocusRequests] = useState(0)
  const active = Math.min(wanted ?? 0, Math.max(rows.length - 1, 0))
  const { drawn, scrollTo } = useVirtualRows(rows.length, rowPx, active, scroller)

  useLayoutEffect(() => {
    if (focusRequests === 0) return
    scroller?.querySelector<HTMLElement>(`tr[data-index="${active}"]`)?.focus({ preventScroll: true })
  }, [focusRequests, active, scroller])

  const table = useMemo<TableControl>(() => {
    const focusRow = (index: number) => {
      if (rows.length === 0) return
      const next = Math.min(Math.max(index, 0), rows.length - 1)
      setWanted(next)
      setFocusRequests((times) => times + 1)
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
  useImperativeHandle(control, () => table, [table])
  return { drawn, active, entered: wanted !== null, activate: setWanted, table }
}
