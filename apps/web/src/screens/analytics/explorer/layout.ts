import {
  gridColumns,
  type AnalyticsPlace,
  type AnalyticsWidget,
} from '@signalbox/model/analytics/dashboard-content'

export type Layout = readonly AnalyticsPlace[]
export type Direction = 'up' | 'down' | 'left' | 'right'

const mostRows = 24
const least = { w: 2, h: 2 }

/** How large a chart is at first. */
const sizes: Readonly<Record<AnalyticsWidget['type'], { w: number; h: number }>> = {
  line: { w: 6, h: 4 },
  area: { w: 6, h: 4 },
  bar: { w: 6, h: 4 },
  pie: { w: 4, h: 4 },
  table: { w: 6, h: 4 },
  number: { w: 3, h: 2 },
  heatmap: { w: 6, h: 4 },
  funnel: { w: 6, h: 4 },
  sankey: { w: 6, h: 5 },
  map: { w: 6, h: 5 },
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** Inside the grid, whatever was asked for. */
function inside({ id, x, y, w, h }: AnalyticsPlace): AnalyticsPlace {
  const width = clamp(w, least.w, gridColumns)
  return {
    id,
    w: width,
    h: clamp(h, least.h, mostRows),
    x: clamp(x, 0, gridColumns - width),
    y: Math.max(0, y),
  }
}

const sharesColumns = (a: AnalyticsPlace, b: AnalyticsPlace): boolean => a.x < b.x + b.w && b.x < a.x + a.w
const overlaps = (a: AnalyticsPlace, b: AnalyticsPlace): boolean =>
  sharesColumns(a, b) && a.y < b.y + b.h && b.y < a.y + a.h

/** The highest free place in its columns. */
function settle(place: AnalyticsPlace, placed: Layout): AnalyticsPlace {
  let y = 0
  for (;;) {
    const there = { ...place, y }
    const inTheWay = placed.find((other) => overlaps(there, other))
    if (!inTheWay) return there
    y = inTheWay.y + inTheWay.h
  }
}

/** No two overlap and nothing hangs in the air; the one that was moved goes before those it was moved onto. */
function arrange(layout: Layout, movedId?: string): Layout {
  const orderOf = ({ id, y }: AnalyticsPlace) => (id === movedId ? y - 0.5 : y)
  const placed: AnalyticsPlace[] = []
  for (const place of layout.map(inside).toSorted((a, b) => orderOf(a) - orderOf(b) || a.x - b.x))
    placed.push(settle(place, placed))
  return placed
}

/** Puts one somewhere else, or gives it another size; the others make room. */
export const change = (layout: Layout, next: AnalyticsPlace): Layout =>
  arrange(
    layout.map((place) => (place.id === next.id ? inside(next) : place)),
    next.id,
  )

const nearest = (places: Layout, distance: (place: AnalyticsPlace) => number): AnalyticsPlace | undefined =>
  places.toSorted((a, b) => distance(a) - distance(b))[0]

/** One step: a column to the side, or past the next one above or below. */
export function step(layout: Layout, id: string, direction: Direction): Layout {
  const own = layout.find((place) => place.id === id)
  if (!own) return layout
  if (direction === 'left' || direction === 'right')
    return change(layout, { ...own, x: own.x + (direction === 'left' ? -1 : 1) })
  const others = layout.filter((place) => place.id !== id && sharesColumns(place, own))
  if (direction === 'up') {
    const above = nearest(
      others.filter(({ y }) => y < own.y),
      ({ y }) => own.y - y,
    )
    return above ? change(layout, { ...own, y: above.y }) : layout
  }
  const below = nearest(
    others.filter(({ y }) => y > own.y),
    ({ y }) => y - own.y,
  )
  return below ? change(layout, { ...own, y: below.y + 1 }) : layout
}

/** One column or row more or less. */
export function grow(layout: Layout, id: string, direction: Direction): Layout {
  const own = layout.find((place) => place.id === id)
  if (!own) return layout
  const by = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const
  const [w, h] = by[direction]
  // What stands at the right edge grows to the left.
  const x = Math.min(own.x, gridColumns - clamp(own.w + w, least.w, gridColumns))
  return change(layout, { ...own, x, w: own.w + w, h: own.h + h })
}

const bottomOf = (layout: Layout): number => Math.max(0, ...layout.map(({ y, h }) => y + h))

/** A place for each chart and for nothing else; new ones stand below the others, beside each other where they fit. */
export function layoutOf(widgets: readonly AnalyticsWidget[], saved: Layout): Layout {
  const known = saved.filter(({ id }) => widgets.some((widget) => widget.id === id))
  const added = widgets.filter(({ id }) => !known.some((place) => place.id === id))
  const placed = [...arrange(known)]
  for (const { id, type } of added) {
    const last = placed.toSorted((a, b) => a.y - b.y || a.x - b.x).at(-1)
    const size = sizes[type]
    const beside = last && last.x + last.w + size.w <= gridColumns ? last.x + last.w : 0
    const y = beside > 0 && last ? last.y : bottomOf(placed)
    placed.push({ id, x: beside, y, ...size })
  }
  return arrange(placed)
}

export const readingOrder = (layout: Layout): Layout => layout.toSorted((a, b) => a.y - b.y || a.x - b.x)
