import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePrinting } from './use-printing.ts'

/** Height of the header, which stays over the first rows in sight. */
const headerPx = 36
/** Rows come and go a few at a time, so that most steps of a scroll draw nothing at all. */
const blockRows = 4
/** Drawn beyond the edge, for the moments in which scrolling is ahead of drawing. */
const spareRows = 6
/** A list no longer than this is drawn whole. */
const shortListRows = 40

interface VisibleRange {
  /** The first row in sight, rounded down to a block. */
  readonly first: number
  readonly heightPx: number
}

/** What a list page has above and below its rows. Only a guess, good for the one drawing before rows are measured. */
const aroundRowsPx = 360

const estimatedRange = (): VisibleRange => ({
  first: 0,
  heightPx: Math.max(0, window.innerHeight - aroundRowsPx),
})

/** What is in sight of the scroller; changes only when another block of rows is. */
function useVisibleRange(scroller: HTMLElement | null, rowPx: number): VisibleRange {
  const [sight, setSight] = useState(estimatedRange)
  const latest = useRef(sight)
  useLayoutEffect(() => {
    if (!scroller) return undefined
    let heightPx = scroller.clientHeight
    const look = (show: (update: () => void) => void) => {
      const first = Math.floor(scroller.scrollTop / (rowPx * blockRows)) * blockRows
      if (latest.current.first === first && latest.current.heightPx === heightPx) return
      latest.current = { first, heightPx }
      show(() => setSight(latest.current))
    }
    // Left to React's own schedule, rows would come a frame after the place where they belong.
    const onScroll = () => look(flushSync)
    const observer = new ResizeObserver(() => {
      heightPx = scroller.clientHeight
      look((update) => update())
    })
    look((update) => update())
    observer.observe(scroller)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [scroller, rowPx])
  return sight
}

/** The rows to draw when these are in sight, and the active one wherever it is: if it vanished, the focus would too. */
function drawnRows(
  { first, heightPx }: VisibleRange,
  rowPx: number,
  count: number,
  active: number,
): number[] {
  const inSight = blockRows + Math.ceil(heightPx / rowPx)
  const from = Math.max(0, Math.min(first, count - inSight) - spareRows)
  const to = Math.min(count, first + inSight + spareRows)
  const rows = Array.from({ length: to - from }, (_, position) => from + position)
  if (active >= count || (active >= from && active < to)) return rows
  return active < from ? [active, ...rows] : [...rows, active]
}

/** Rows far from those on screen are not drawn; blanks of the same height stand for them. All rows are equally high. */
export function useVirtualRows(
  count: number,
  rowPx: number,
  activeIndex: number,
  scroller: HTMLElement | null,
) {
  const printing = usePrinting()
  const sight = useVisibleRange(scroller, rowPx)
  const scrollTo = useCallback(
    (index: number) => {
      if (!scroller) return
      const top = index * rowPx
      const lowest = top + rowPx + headerPx - scroller.clientHeight
      const place = Math.min(Math.max(scroller.scrollTop, lowest), top)
      if (place !== scroller.scrollTop) scroller.scrollTo({ top: place })
    },
    [scroller, rowPx],
  )
  const drawn =
    printing || count <= shortListRows
      ? Array.from({ length: count }, (_, index) => index)
      : drawnRows(sight, rowPx, count, activeIndex)
  return { drawn, scrollTo }
}
