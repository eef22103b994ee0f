import type { Address } from '../ip-address.ts'
import type { Span } from './cell-set.ts'

/** Points of one kind in order: numbers, or texts that sort as what they stand for. */
export type Line = readonly Address[]

export const sortedLine = <T extends Address>(points: Iterable<T>): T[] =>
  [...new Set(points)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))

/** The first place whose point is not before the one given, or not at it either. */
export function placeIn(line: Line, point: Address, after: boolean): number {
  let low = 0
  let high = line.length
  while (low < high) {
    const middle = (low + high) >> 1
    const there = line[middle] as Address
    if (there < point || (after && there === point)) low = middle + 1
    else high = middle
  }
  return low
}

/** Where a span begins and ends among the points: from the first place up to, not including, the second. */
export function placesOf(
  line: Line,
  { from, fromInclusive, to, toInclusive }: Span,
): readonly [number, number] {
  return [
    from === undefined ? 0 : placeIn(line, from, !fromInclusive),
    to === undefined ? line.length : placeIn(line, to, toInclusive),
  ]
}

/** One of the numbers between two, a whole one if there is any. */
function between(low: number, high: number): number {
  const whole = Math.floor(low) + 1
  return whole < high ? whole : (low + high) / 2
}

/** A point for every stretch of numbers that all spans treat alike: their ends, what lies between, and beyond. */
export function numberLine(spans: readonly Span[], whole: boolean): number[] {
  const ends = sortedLine(
    spans.flatMap(({ from, to }) => [from, to]).filter((end) => typeof end === 'number'),
  )
  const points = ends.flatMap((end, index) => {
    const next = ends[index + 1]
    const middle = next === undefined ? end + 1 : between(end, next)
    return whole && !Number.isInteger(middle) ? [end] : [end, middle]
  })
  const [first] = ends
  return first === undefined ? [0] : [first - 1, ...points]
}

const groups = 8

/** The IPv6 address behind another. */
export function nextAddress(address: string): string | undefined {
  const units = Array.from({ length: groups }, (_, i) => address.charCodeAt(i))
  for (let i = groups - 1; i >= 0; i--) {
    const unit = units[i] ?? 0
    if (unit < 0xffff) {
      units[i] = unit + 1
      return String.fromCharCode(...units)
    }
    units[i] = 0
  }
  return undefined
}

/** An address as people write it. */
export function addressText(address: Address): string {
  if (typeof address === 'number')
    return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
  return Array.from({ length: groups }, (_, i) => address.charCodeAt(i).toString(16)).join(':')
}
