import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useStable } from '../use-stable.ts'
import { columnsInSight, type ColumnLayout, type ColumnWindow } from './column-layout.ts'
import type { GridLines, LineSizes } from './core/grid-lines.ts'

export interface GridWindow {
  readonly firstLine: number
  /** One behind the last. */
  readonly endLine: number
  readonly columns: ColumnWindow
}

interface Shape {
  readonly size: ViewportSize
  readonly lines: GridLines
  readonly sizes: LineSizes
  readonly layout: ColumnLayout
  readonly headerPx: number
}

interface Scrolled {
  readonly top: number
  readonly left: number
}

export interface ViewportSize {
  readonly width: number
  readonly height: number
}

/** Follows the size of an element. */
export function useSize(element: RefObject<HTMLElement | null>): ViewportSize {
  const [size, setSize] = useState<ViewportSize>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return undefined
    const measure = () => setSize({ width: measured.clientWidth, height: measured.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return size
}

function windowAt({ size, lines, sizes, layout, headerPx }: Shape, { top, left }: Scrolled): GridWindow {
  const firstLine = lines.lineAtPx(top, sizes)
  const lastLine = lines.lineAtPx(top + Math.max(0, size.height - headerPx), sizes)
  return {
    firstLine,
    endLine: Math.min(lines.count, lastLine + 1),
    columns: columnsInSight(layout, left, size.width),
  }
}

/** Scrolling is over when nothing has come into sight for this long. */
const restMs = 250

const isSame = (a: GridWindow, b: GridWindow): boolean =>
  a.firstLine === b.firstLine &&
  a.endLine === b.endLine &&
  a.columns.first === b.columns.first &&
  a.columns.end === b.columns.end

/** Where the viewport is on the screen and what it shows. */
export interface ViewportBox extends Scrolled {
  readonly rect: DOMRect
}

/** Where to scroll to as little as needed to bring a cell into sight. */
function scrolledTo(
  { size, lines, sizes, layout, headerPx }: Shape,
  now: Scrolled,
  line: number,
  column: number,
): Scrolled {
  const lineTop = lines.topPx(line, sizes)
  const heightPx = lines.at(line)?.kind === 'heading' ? sizes.headingPx : sizes.rowPx
  const cellLeft = layout.leftsPx[column] ?? 0
  const cellRight = cellLeft + (layout.widthsPx[column] ?? 0)
  const top = Math.max(Math.min(now.top, lineTop), lineTop + heightPx - (size.height - headerPx))
  const left =
    column < layout.frozen
      ? now.left
      : Math.max(Math.min(now.left, cellLeft - layout.frozenPx), cellRight - size.width)
  return { top, left }
}

/**
 * Which part of the grid is drawn. The lines hang in a layer that stays in the viewport while the scrollbar moves under
 * it, and this moves them after it: whatever the speed, there are always lines to be seen, never a blank.
 */
export function useViewport(scroller: RefObject<HTMLElement | null>, shape: Shape) {
  const canvas = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<Scrolled>({ top: 0, left: 0 })
  const [moving, setMoving] = useState(false)
  /** Where the scrollbars are. Asking the element would make the browser lay everything out first. */
  const scrolled = useRef<Scrolled>(at)

  const follow = useStable(() => {
    const element = scroller.current
    if (!element) return
    const now = { top: element.scrollTop, left: element.scrollLeft }
    scrolled.current = now
    canvas.current?.style.setProperty('transform', `translateY(${-now.top}px)`)
    element.toggleAttribute('data-scrolled', now.left > 0)
    if (isSame(windowAt(shape, at), windowAt(shape, now))) return
    setAt(now)
    setMoving(true)
  })

  useEffect(() => {
    if (!moving) return undefined
    const timer = setInterval(() => {
      // What has the focus would lose it on the way to its place.
      if (!canvas.current?.contains(document.activeElement)) setMoving(false)
    }, restMs)
    return () => clearInterval(timer)
  }, [moving, at])

  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    // In the same frame, or the lines would be a frame late.
    const onScroll = () => flushSync(follow)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller, follow])

  // Fewer rows, or a larger window, may have moved the scrollbar.
  const { lines, layout, size } = shape
  useLayoutEffect(() => follow(), [follow, lines, layout, size])

  /** Scrolls as little as needed to bring a cell into sight. */
  const scrollTo = useStable((line: number, column: number) => {
    const element = scroller.current
    if (!element) return
    const now = scrolled.current
    const { top, left } = scrolledTo(shape, now, line, column)
    if (top === now.top && left === now.left) return
    element.scrollTo({ top, left })
    follow()
  })

  const boxOf = useStable((): ViewportBox | null => {
    const element = scroller.current
    if (!element) return null
    return { rect: element.getBoundingClientRect(), top: element.scrollTop, left: element.scrollLeft }
  })
  const scrollBy = useStable((left: number, top: number) => scroller.current?.scrollBy({ left, top }))

  const drawn = windowAt(shape, at)
  // One and the same while it says the same: every row looks at it, and would be drawn again with every line that comes.
  const { first, end } = drawn.columns
  const columns = useMemo(() => ({ first, end }), [first, end])

  const bodyPx = Math.max(0, size.height - shape.headerPx)
  const pageLines = Math.max(1, Math.floor(bodyPx / shape.sizes.rowPx) - 1)
  /** As many lines as can ever be in sight at once. */
  const slots = Math.ceil(bodyPx / Math.min(shape.sizes.rowPx, shape.sizes.headingPx)) + 1
  return { canvas, drawn: { ...drawn, columns }, slots, moving, scrollTo, scrollBy, boxOf, pageLines }
}
