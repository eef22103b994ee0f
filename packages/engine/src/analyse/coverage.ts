import { flipBit, widthOf } from '../row-sets.ts'
import { andOf, contains, intersects, isEmpty, membersOf, without, type Bits } from './point-bits.ts'
import { everywhere, type Dimension, type Space } from './space.ts'

/** A place in every dimension. */
export type Point = readonly number[]

export type Coverage =
  /** A point of the row no other row takes. */
  | { readonly kind: 'free'; readonly point: Point }
  /** These rows together take all of it. */
  | { readonly kind: 'covered'; readonly by: readonly number[] }
  /** Too much to look at; nothing is claimed. */
  | { readonly kind: 'unknown' }

/** Boxes looked at for one row, and for all rows of a table together. */
const maxBoxesPerRow = 2_000
const maxBoxes = 50_000

/** A point may differ in this share of the words before it is written out. */
const wordsPerFlip = 8

/** Rows by point of one dimension: those most points have in common, and for each point what differs. */
interface PointRows {
  readonly base: Int32Array
  readonly flips: readonly (readonly number[])[]
  /** Written out for points at which many rows differ. */
  readonly sets: readonly (Int32Array | undefined)[]
  /** How many rows accept a point. */
  readonly popularity: Int32Array
  /** By region, and last for rows that ask nothing: the point fewest rows accept. */
  readonly lonely: Int32Array
}

function countMembers(words: Int32Array): number {
  let count = 0
  for (let i = 0; i < words.length; i++) {
    let word = words[i] ?? 0
    while (word !== 0) {
      word &= word - 1
      count++
    }
  }
  return count
}

function pointRowsOf({ size, regions, regionOf }: Dimension, rowCount: number): PointRows {
  const base = new Int32Array(widthOf(rowCount))
  regionOf.forEach((region, row) => {
    if (region < 0) flipBit(base, row)
  })
  const flips: number[][] = Array.from({ length: size }, () => [])
  const popularity = new Int32Array(size)
  const byRegion: number[][] = []
  for (const { bits, rows } of regions) {
    const accepted = membersOf(bits)
    // A row that accepts most points is among the common ones, and differs in the few it refuses.
    const most = accepted.length * 2 > size
    if (most) for (const row of rows) flipBit(base, row)
    for (const point of accepted) popularity[point] = (popularity[point] ?? 0) + rows.length
    const differing = most ? membersOf(without(everywhere(size), bits)) : accepted
    for (const point of differing) for (const row of rows) flips[point]?.push(row)
    byRegion.push(accepted)
  }
  const common = countMembers(everyRow(regionOf, rowCount))
  const lonely = new Int32Array(regions.length + 1)
  const leastOf = (points: readonly number[]) => {
    let best = -1
    for (const point of points)
      if (best < 0 || (popularity[point] ?? 0) < (popularity[best] ?? 0)) best = point
    return best
  }
  byRegion.forEach((points, id) => {
    lonely[id] = leastOf(points)
  })
  lonely[regions.length] = leastOf(Array.from({ length: size }, (_, point) => point))
  const sets = flips.map((differing) => {
    if (differing.length * wordsPerFlip < base.length) return undefined
    const set = base.slice()
    for (const row of differing) flipBit(set, row)
    return set
  })
  return { base, flips, sets, popularity: popularity.map((count) => count + common), lonely }
}

function everyRow(regionOf: Int32Array, rowCount: number): Int32Array {
  const set = new Int32Array(widthOf(rowCount))
  regionOf.forEach((region, row) => {
    if (region < 0) flipBit(set, row)
  })
  return set
}

/** Points of a region that are looked at one by one. */
const maxUnited = 64
const maxTried = 6

function setBit(set: Int32Array, bit: number): void {
  const word = bit >>> 5
  set[word] = (set[word] ?? 0) | (1 << (bit & 31))
}

/** Leaves in the set only rows that accept the point of this dimension; false when none is left. */
function acceptedAt({ base, flips, sets }: PointRows, place: number, rows: Int32Array): boolean {
  const set = sets[place]
  if (set) return narrow(rows, set)
  const differing = flips[place] ?? []
  // Rows that differ from the common ones are turned round before and after, so that no copy is made.
  for (const row of differing) flipBit(base, row)
  const isLeft = narrow(rows, base)
  for (const row of differing) flipBit(base, row)
  return isLeft
}

/** Leaves in the set what is in the other too; false when nothing is. */
function narrow(set: Int32Array, other: Int32Array): boolean {
  let left = 0
  for (let i = 0; i < set.length; i++) {
    const word = (set[i] as number) & (other[i] as number)
    set[i] = word
    left |= word
  }
  return left !== 0
}

function firstOf(bits: Bits, most: number): number[] {
  return membersOf(bits, most)
}

/** All members, unless there are too many. */
function firstMembers(bits: Bits, most: number): readonly number[] | undefined {
  const first = firstOf(bits, most + 1)
  return first.length > most ? undefined : first
}

type Box = readonly Bits[]

/** Finds out whether earlier rows leave anything to a row. */
export class CoverageSearch {
  readonly #space: Space
  readonly #pointRows: readonly PointRows[]
  readonly #whole: readonly Bits[]
  #boxes = 0
  #left = 0

  constructor(space: Space) {
    this.#space = space
    this.#pointRows = space.dimensions.map((dimension) => pointRowsOf(dimension, space.rowCount))
    this.#whole = space.dimensions.map(({ size }) => everywhere(size))
  }

  /** A point of the row, at which as few others as possible are to be found. */
  lonelyPoint(row: number): Point {
    return this.#space.dimensions.map(({ regionOf, regions }, d) => {
      const region = regionOf[row] ?? -1
      return this.#pointRows[d]?.lonely[region < 0 ? regions.length : region] ?? 0
    })
  }

  boxOf(row: number): Box {
    return this.#space.dimensions.map(
      (dimension, d) => this.#space.regionOf(row, dimension)?.bits ?? (this.#whole[d] as Bits),
    )
  }

  /** Leaves in the set only rows that accept the point. */
  narrowTo(point: Point, rows: Int32Array): Int32Array {
    for (let d = 0; d < point.length; d++) {
      const own = this.#pointRows[d]
      if (!own) continue
      if (!acceptedAt(own, point[d] ?? 0, rows)) break
    }
    return rows
  }

  /** Of these rows those that accept the point. */
  acceptingAt(point: Point, among: Int32Array): number[] {
    return membersOf(this.narrowTo(point, among.slice()))
  }

  /** Of these rows those that share a point with the row. */
  overlapping(row: number, among: Int32Array): number[] {
    const rows = among.slice()
    const asked = this.#space.dimensions.flatMap((dimension, d) => {
      const region = this.#space.regionOf(row, dimension)
      return region ? [{ dimension, bits: region.bits, own: this.#pointRows[d] as PointRows }] : []
    })
    for (const { bits, own } of asked) {
      const places = firstMembers(bits, maxUnited)
      if (!places) continue
      const meeting = own.base.slice()
      for (const place of places) for (const each of own.flips[place] ?? []) setBit(meeting, each)
      for (let i = 0; i < rows.length; i++) rows[i] = (rows[i] ?? 0) & (meeting[i] ?? 0)
    }
    return membersOf(rows).filter(
      (other) =>
        // A row that accepts nothing meets none, though it has room in every dimension but one.
        !this.#space.empty.has(other) &&
        asked.every(({ dimension, bits }) => {
          const region = this.#space.regionOf(other, dimension)
          return !region || intersects(region.bits, bits)
        }),
    )
  }

  /** Whether the row is one of those that take all of another. */
  isWithin(row: number, box: Box): boolean {
    return this.#space.dimensions.every((dimension, d) => {
      const region = this.#space.regionOf(row, dimension)
      return !region || contains(region.bits, box[d] as Bits)
    })
  }

  /** Whether the rows, a set of bits, leave nothing of the row. */
  coverageOf(row: number, by: Int32Array): Coverage {
    const point = this.lonelyPoint(row)
    if (isEmpty(this.narrowTo(point, by.slice()))) return { kind: 'free', point }
    const box = this.boxOf(row)
    const lonelier = this.#lonelierPoint(row, by)
    if (lonelier) return { kind: 'free', point: lonelier }
    const others = this.overlapping(row, by)
    const single = others.find((other) => this.isWithin(other, box))
    if (single !== undefined) return { kind: 'covered', by: [single] }
    return this.search(box, others)
  }

  /** Dimension by dimension the point that leaves fewest of the rows; undefined when some are left in the end. */
  #lonelierPoint(row: number, among: Int32Array): Point | undefined {
    let rows: Int32Array = among.slice()
    const point: number[] = []
    for (const [d, dimension] of this.#space.dimensions.entries()) {
      const own = this.#pointRows[d] as PointRows
      const bits = this.#space.regionOf(row, dimension)?.bits ?? (this.#whole[d] as Bits)
      let best: { readonly place: number; readonly left: Int32Array; readonly count: number } | undefined
      const usual = dimension.regionOf[row] ?? -1
      const tried = [
        own.lonely[usual < 0 ? dimension.regions.length : usual] ?? 0,
        ...firstOf(bits, maxTried),
      ]
      for (const place of tried) {
        const left = rows.slice()
        acceptedAt(own, place, left)
        const count = countMembers(left)
        if (!best || count < best.count) best = { place, left, count }
        if (count === 0) break
      }
      rows = best?.left ?? rows
      point.push(best?.place ?? 0)
    }
    return isEmpty(rows) ? point : undefined
  }

  search(box: Box, others: readonly number[]): Coverage {
    if (this.#boxes >= maxBoxes) return { kind: 'unknown' }
    const used = new Set<number>()
    this.#left = maxBoxesPerRow
    const point = this.#uncovered(box, others, used)
    if (point === 'unknown') return { kind: 'unknown' }
    return point ? { kind: 'free', point } : { kind: 'covered', by: [...used].sort((a, b) => a - b) }
  }

  /** Takes one row after the other away from the box, until something is left or nothing is. */
  #uncovered(box: Box, others: readonly number[], used: Set<number>): Point | undefined | 'unknown' {
    if (others.length === 0) return box.map((bits) => firstOf(bits, 1)[0] ?? 0)
    this.#boxes++
    if (--this.#left < 0) return 'unknown'
    const cut = this.#bestCut(box, others)
    used.add(cut.row)
    if (cut.dimension < 0) return undefined
    const { dimension: d, bits } = cut
    const own = box[d] as Bits
    for (const part of [without(own, bits), andOf(own, bits)]) {
      const meeting = others.filter((row) => {
        const region = this.#space.regionOf(row, this.#space.dimensions[d] as Dimension)
        return !region || intersects(region.bits, part)
      })
      const found = this.#uncovered(box.with(d, part), meeting, used)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The row that takes most of the box, and a dimension in which it does not take all. */
  #bestCut(
    box: Box,
    others: readonly number[],
  ): { readonly row: number; readonly dimension: number; readonly bits: Bits } {
    let best = { row: others[0] ?? 0, dimension: -1, bits: box[0] ?? new Int32Array(1) }
    let fewest = Infinity
    for (const row of others) {
      let open = 0
      let dimension = -1
      let bits = best.bits
      for (const [d, each] of this.#space.dimensions.entries()) {
        const region = this.#space.regionOf(row, each)
        if (!region || contains(region.bits, box[d] as Bits)) continue
        open++
        dimension = d
        bits = region.bits
        if (open >= fewest) break
      }
      if (open < fewest) {
        fewest = open
        best = { row, dimension, bits }
        if (open === 0) break
      }
    }
    return best
  }
}

/** The rows above one, as bits, of those in the set. */
export function above(row: number, among: Int32Array): Int32Array {
  const last = row >>> 5
  // No longer than it must be: half of the work on a long table is about rows further up.
  const set = among.slice(0, last + 1)
  set[last] = (set[last] ?? 0) & ((1 << (row & 31)) - 1)
  return set
}

/** The rows below one, as bits, of those in the set. */
export function below(row: number, among: Int32Array): Int32Array {
  const set = among.slice()
  const next = row + 1
  set.fill(0, 0, next >>> 5)
  if (next >>> 5 < set.length) set[next >>> 5] = (set[next >>> 5] ?? 0) & (-1 << (next & 31))
  return set
}
