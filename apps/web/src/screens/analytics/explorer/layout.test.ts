import type { AnalyticsPlace, AnalyticsWidget } from '@signalbox/model/analytics/dashboard-content'
import { layoutSchema } from '@signalbox/model/analytics/dashboard-content'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { change, grow, layoutOf, readingOrder, step, type Layout } from './layout.ts'

const chart = (id: string, type: AnalyticsWidget['type'] = 'line'): AnalyticsWidget => ({
  id,
  type,
  metric: 'conversion',
  dims: [],
  filters: {},
  compare: 'none',
})

const covers = ({ x, y, w, h }: AnalyticsPlace, column: number, row: number): boolean =>
  x <= column && column < x + w && y <= row && row < y + h

/** Cells with more than one chart, found cell by cell. */
const crowded = (layout: Layout): string[] =>
  Array.from({ length: 12 * 120 }, (_, cell) => [cell % 12, Math.floor(cell / 12)] as const)
    .filter(([column, row]) => layout.filter((place) => covers(place, column, row)).length > 1)
    .map(([column, row]) => `${column},${row}`)

const idsOf = (layout: Layout): string[] => layout.map(({ id }) => id).toSorted()

const moves = fc.array(
  fc.record({
    chart: fc.integer({ min: 0, max: 4 }),
    grows: fc.boolean(),
    direction: fc.constantFrom('up' as const, 'down' as const, 'left' as const, 'right' as const),
  }),
  { maxLength: 30 },
)

describe('the layout of a dashboard', () => {
  it('keeps every chart in the grid and over no other, however they are moved and resized', () => {
    const widgets = [chart('a'), chart('b', 'number'), chart('c', 'map'), chart('d', 'pie'), chart('e')]
    fc.assert(
      fc.property(moves, (list) => {
        let layout = layoutOf(widgets, [])
        for (const { chart: index, grows, direction } of list)
          layout = (grows ? grow : step)(layout, widgets[index]?.id ?? '', direction)
        expect(layoutSchema.safeParse(layout).success).toBe(true)
        expect(layout.every(({ x, w }) => x + w <= 12)).toBe(true)
        expect(crowded(layout)).toEqual([])
        expect(idsOf(layout)).toEqual(['a', 'b', 'c', 'd', 'e'])
      }),
      { numRuns: 60 },
    )
  })

  it('moves one past the chart below it, and back', () => {
    const first = layoutOf([chart('a'), chart('b')], [{ id: 'a', x: 0, y: 0, w: 12, h: 4 }])
    const start = change(first, { id: 'b', x: 0, y: 4, w: 12, h: 3 })
    expect(readingOrder(start).map(({ id }) => id)).toEqual(['a', 'b'])
    const moved = step(start, 'a', 'down')
    expect(readingOrder(moved).map(({ id, y }) => [id, y])).toEqual([
      ['b', 0],
      ['a', 3],
    ])
    expect(readingOrder(step(moved, 'a', 'up'))).toEqual(readingOrder(start))
  })

  it('puts a new chart beside the last where it fits, else below, and forgets removed ones', () => {
    const two = layoutOf([chart('a'), chart('b')], [])
    expect(two.map(({ id, x, y }) => [id, x, y])).toEqual([
      ['a', 0, 0],
      ['b', 6, 0],
    ])
    const three = layoutOf([chart('b'), chart('c')], two)
    expect(idsOf(three)).toEqual(['b', 'c'])
    expect(crowded(three)).toEqual([])
  })

  it('grows a chart at the right edge to the left', () => {
    const layout: Layout = [{ id: 'a', x: 8, y: 0, w: 4, h: 4 }]
    expect(grow(layout, 'a', 'right')).toEqual([{ id: 'a', x: 7, y: 0, w: 5, h: 4 }])
  })
})
