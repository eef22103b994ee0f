import { counted } from '@signalbox/model/text/counted'
import { gridColumns, type AnalyticsPlace } from '@signalbox/model/analytics/dashboard-content'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { change, grow, step, type Direction, type Layout } from './layout.ts'

/** A row of the grid with the gap below it. */
const rowPx = 88

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

interface Drag {
  readonly id: string
  readonly pointerId: number
  readonly x: number
  readonly y: number
  readonly columnPx: number
  /** The layout as it was when the pointer went down: a drag back undoes itself. */
  readonly before: Layout
  readonly place: AnalyticsPlace
  readonly kind: 'move' | 'size'
}

const placeText = ({ x, y, w, h }: AnalyticsPlace): string =>
  `Column ${x + 1}, row ${y + 1}, ${counted(w, 'column')} wide, ${counted(h, 'row')} high`

/** Moving charts and changing their size, with mouse, finger or arrow keys. */
export function useArranging(layout: Layout, onChange: (layout: Layout) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const [said, setSaid] = useState('')

  const apply = (next: Layout, id: string) => {
    onChange(next)
    const place = next.find((each) => each.id === id)
    if (place) setSaid(placeText(place))
  }
  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    const direction = directions[event.key]
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    apply(event.shiftKey ? grow(layout, id, direction) : step(layout, id, direction), id)
  }
  const onPointerDown = (id: string, kind: Drag['kind']) => (event: PointerEvent<HTMLElement>) => {
    const place = layout.find((each) => each.id === id)
    const grid = event.currentTarget.closest<HTMLElement>('[data-chart]')?.parentElement
    if (!place || !grid || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const columnPx = (grid.clientWidth + 16) / gridColumns
    const { clientX: x, clientY: y, pointerId } = event
    setDrag({ id, pointerId, x, y, columnPx, before: layout, place, kind })
  }
  const onPointerMove = (event: PointerEvent) => {
    if (drag?.pointerId !== event.pointerId) return
    const columns = Math.round((event.clientX - drag.x) / drag.columnPx)
    const rows = Math.round((event.clientY - drag.y) / rowPx)
    const { place } = drag
    const next =
      drag.kind === 'move'
        ? { ...place, x: place.x + columns, y: place.y + rows }
        : { ...place, w: Math.min(gridColumns - place.x, place.w + columns), h: place.h + rows }
    apply(change(drag.before, next), drag.id)
  }
  const handlersOf = (id: string, kind: Drag['kind']) => ({
    onPointerDown: onPointerDown(id, kind),
    onPointerMove,
    onPointerUp: () => setDrag(null),
    onPointerCancel: () => setDrag(null),
  })
  return { said, handlersOf, onKeyDown }
}
