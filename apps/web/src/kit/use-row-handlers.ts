import { useMemo, useRef } from 'react'
import type { Column } from './columns.ts'
import type { Listing, Row } from './listing.ts'
import type { RowHandlers } from './table-row.tsx'
import type { Selection } from './use-selection.ts'
import { useStable } from './use-stable.ts'

/** How long a click waits for a second one, where a double click means something else. */
const doubleClickMs = 220

interface RowEvents extends Pick<RowHandlers, 'activate' | 'dragStart' | 'dragOver' | 'drop'> {
  readonly listing: Listing
  readonly rows: readonly Row[]
  readonly selection?: Selection
  readonly onOpen: (row: Row) => void
  readonly onFilterBy?: (column: Column, row: Row) => void
}

/** Rows are drawn again only when something about them changes, so what they call stays the same object. */
export function useRowHandlers(events: RowEvents): RowHandlers {
  const { listing, rows, selection, onOpen, onFilterBy } = events
  const { activate, dragStart, dragOver, drop } = events
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = useStable((index: number) => {
    const row = rows[index]
    if (row) onOpen(row)
  })
  const openSoon = useStable((index: number) => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => open(index), doubleClickMs)
  })
  const select = useStable((index: number, extend: boolean) => {
    const row = rows[index]
    if (row) selection?.toggle(listing.keyOf(row), extend)
  })
  const filterBy = useStable((column: Column, row: Row) => {
    clearTimeout(waiting.current)
    onFilterBy?.(column, row)
  })
  return useMemo(
    () => ({ activate, open, openSoon, select, filterBy, dragStart, dragOver, drop }),
    [activate, open, openSoon, select, filterBy, dragStart, dragOver, drop],
  )
}
