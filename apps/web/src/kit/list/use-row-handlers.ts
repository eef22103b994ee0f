import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Column } from './columns.ts'
import type { Listing, Row } from './listing.ts'
import type { RowHandlers } from './table-row.tsx'
import type { Selection } from './use-selection.ts'
import { useStable } from '../use-stable.ts'

/** How long a click waits for a second one, where a double click means something else. */
const doubleClickMs = 220
/** A scroll is over when no further step came for so long, on a slow machine too. */
const restingMs = 250

/** Marks the table while it is scrolled: rows pass under a resting pointer then, and nobody means them. */
function useMovingMark(scroller: HTMLElement | null): () => boolean {
  const moving = useRef(false)
  useEffect(() => {
    if (!scroller) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const mark = (on: boolean) => {
      if (moving.current !== on) scroller.toggleAttribute('data-moving', on)
      moving.current = on
    }
    const note = () => {
      mark(true)
      clearTimeout(timer)
      timer = setTimeout(() => mark(false), restingMs)
    }
    scroller.addEventListener('scroll', note, { passive: true })
    return () => {
      clearTimeout(timer)
      mark(false)
      scroller.removeEventListener('scroll', note)
    }
  }, [scroller])
  return useCallback(() => moving.current, [])
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
  const isScrolling = useMovingMark(events.scroller)
  return useMemo(
    () => ({ activate, open, openSoon, select, filterBy, dragStart, dragOver, drop, isScrolling }),
    [activate, open, openSoon, select, filterBy, dragStart, dragOver, drop, isScrolling],
  )
}
