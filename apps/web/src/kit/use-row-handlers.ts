import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Column } from './columns.ts'
import type { Listing, Row } from './listing.ts'
import type { RowHandlers } from './table-row.tsx'
import type { Selection } from './use-selection.ts'
import { useStable } from './use-stable.ts'

/** How long a click waits for a second one, where a double click means something else. */
const doubleClickMs = 220
/** The last step of a scroll is this long ago at least when the next one does not come. */
const restingMs = 120

/** Tells whether the table is being scrolled right now. */
function useIsScrolling(scroller: HTMLElement | null): () => boolean {
  const scrolledAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const note = () => {
      scrolledAt.current = performance.now()
    }
    scroller?.addEventListener('scroll', note, { passive: true })
    return () => scroller?.removeEventListener('scroll', note)
  }, [scroller])
  return useCallback(() => performance.now() - scrolledAt.current < restingMs, [])
}

interface RowEvents extends Pick<RowHandlers, 'activate' | 'dragStart' | 'dragOver' | 'drop'> {
  readonly listing: Listing
  readonly rows: readonly Row[]
  readonly selection?: Selection
  readonly scroller: HTMLElement | null
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
  const isScrolling = useIsScrolling(events.scroller)
  return useMemo(
    () => ({ activate, open, openSoon, select, filterBy, dragStart, dragOver, drop, isScrolling }),
    [activate, open, openSoon, select, filterBy, dragStart, dragOver, drop, isScrolling],
  )
}
