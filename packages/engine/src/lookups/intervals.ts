import { flipBit, type RowSetBuilder } from '../row-sets.ts'

/** An end that is not there is open. */
export interface Interval<Point> {
  readonly from?: Point
  readonly fromInclusive: boolean
  readonly to?: Point
  readonly toInclusive: boolean
}

/** What a row asks of a point: to lie in one of the intervals, or in none of them. */
export interface RowIntervals<Point> {
  readonly bit: number
  readonly negated: boolean
  readonly intervals: readonly Interval<Point>[]
}

/**
 * An axis cut at every point a row names. Each point and each gap between two points is a class, so that inclusive and
 * exclusive ends need no arithmetic on neighbouring values: class `first + 2i + 1` is point `i`, `first + 2i` the gap
 * before it.
 */
export interface Axis {
  readonly points: Float64Array
  readonly first: number
  /** The axis in slices of equal length: by slice, how many points lie before it. Saves most of the search. */
  readonly slices: Int32Array
  readonly slicesPerUnit: number
}

/** The same for addresses too long for a number. */
export interface TextAxis {
  readonly points: readonly string[]
  readonly first: number
}

export function buildAxis(
  builder: RowSetBuilder,
  blank: Int32Array,
  rows: readonly RowIntervals<number>[],
): Axis {
  const points = Float64Array.from(distinctPoints(rows)).sort()
  const first = addClasses(builder, blank, rows, [...points])
  const length = (points.at(-1) ?? 0) - (points[0] ?? 0)
  const perUnit = (points.length - 1) / length
  const axis = {
    points,
    first,
    slices: new Int32Array(points.length + 1),
    slicesPerUnit: Number.isFinite(perUnit) ? perUnit : 0,
  }
  let before = 0
  for (let slice = 0; slice <= points.length; slice++) {
    while (before < points.length && sliceOf(axis, points[before] as number) < slice) before++
    axis.slices[slice] = before
  }
  return axis
}

/** Never falls where the value rises, rounding included, so all points of lower slices are lower. */
const sliceOf = ({ points, slicesPerUnit }: Axis, value: number): number =>
  Math.floor((value - (points[0] as number)) * slicesPerUnit)

export function buildTextAxis(
  builder: RowSetBuilder,
  blank: Int32Array,
  rows: readonly RowIntervals<string>[],
): TextAxis {
  const points = distinctPoints(rows).sort((a, b) => (a < b ? -1 : 1))
  return { points, first: addClasses(builder, blank, rows, points) }
}

export function classOnAxis(axis: Axis, value: number): number {
  const { points, first, slices } = axis
  const last = points.length - 1
  if (last < 0 || value < (points[0] as number)) return first
  if (value > (points[last] as number)) return first + 2 * last + 2
  const slice = sliceOf(axis, value)
  let low = slices[slice] as number
  let high = slices[slice + 1] as number
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((points[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return first + 2 * low + (points[low] === value ? 1 : 0)
}

/** As above, apart from it so that numbers, which are far more frequent, are compared without asking for their type. */
export function classOnTextAxis({ points, first }: TextAxis, value: string): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((points[middle] as string) < value) low = middle + 1
    else high = middle
  }
  return first + 2 * low + (points[low] === value ? 1 : 0)
}

function distinctPoints<Point>(rows: readonly RowIntervals<Point>[]): Point[] {
  const points = new Set<Point>()
  for (const { intervals } of rows) {
    for (const { from, to } of intervals) {
      if (from !== undefined) points.add(from)
      if (to !== undefined) points.add(to)
    }
  }
  return [...points]
}

function addClasses<Point>(
  builder: RowSetBuilder,
  blank: Int32Array,
  rows: readonly RowIntervals<Point>[],
  points: readonly Point[],
): number {
  const placeOf = new Map(points.map((point, i) => [point, 2 * i + 1]))
  const last = 2 * points.length
  const before = blank.slice()
  const changes: number[][] = Array.from({ length: last + 1 }, () => [])
  for (const { bit, negated, intervals } of rows) {
    if (negated) flipBit(before, bit)
    for (const [from, to] of disjoint(intervals.map((interval) => span(interval, placeOf, last)))) {
      changes[from]?.push(bit)
      changes[to + 1]?.push(bit)
    }
  }
  return builder.addLine(before, changes)
}

type Span = readonly [from: number, to: number]

/** First and last class of an interval. */
function span<Point>(interval: Interval<Point>, placeOf: ReadonlyMap<Point, number>, last: number): Span {
  const { from, fromInclusive, to, toInclusive } = interval
  return [
    from === undefined ? 0 : (placeOf.get(from) ?? 0) + (fromInclusive ? 0 : 1),
    to === undefined ? last : (placeOf.get(to) ?? 0) - (toInclusive ? 0 : 1),
  ]
}

/** A row that entered a class twice would have flipped back. */
function disjoint(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = []
  for (const [from, to] of spans.filter(([from, to]) => from <= to).sort((a, b) => a[0] - b[0])) {
    const previous = merged.at(-1)
    if (previous && from <= previous[1] + 1) previous[1] = Math.max(previous[1], to)
    else merged.push([from, to])
  }
  return merged
}
