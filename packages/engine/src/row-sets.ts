/**
 * Sets of rows of one ruleset, a bit per row. Every value a fact can have falls into a class, and a class says which rows
 * accept it. A class is a set written out in `words`, and the few rows in which it differs from that set: most values
 * of a large table are named by a handful of rows, and a set of ten thousand rows for each of them would fill memory.
 *
 * Plain data throughout, so that an index built in a worker can be posted.
 */
export interface RowSets {
  /** Words a set takes. */
  readonly width: number
  /** Sets one after another. Behind them is room to put sets together in. */
  readonly words: Int32Array
  /** Where that room begins. */
  readonly room: number
  /** By class: where its set begins, and its rows to flip as a range of `flips`. */
  readonly start: Int32Array
  readonly flipFrom: Int32Array
  readonly flipTo: Int32Array
  readonly flips: Int32Array
}

export const widthOf = (rowCount: number): number => Math.max(1, (rowCount + 31) >>> 5)

export function flipRow(set: Int32Array, row: number): void {
  const word = row >>> 5
  set[word] = (set[word] ?? 0) ^ (1 << (row & 31))
}

export const hasRow = (words: Int32Array, start: number, row: number): boolean =>
  (((words[start + (row >>> 5)] ?? 0) >>> (row & 31)) & 1) === 1

/** A class may differ in this share of its words before it is written out: reading it must stay as cheap as copying. */
const wordsPerFlip = 8

/** Collects the classes of a ruleset. Equal sets are kept once, whichever columns they come from. */
export class RowSetBuilder {
  readonly width: number
  readonly #maxFlips: number
  #words: Int32Array
  #used = 0
  readonly #byHash = new Map<number, number[]>()
  readonly #start: number[] = []
  readonly #flipFrom: number[] = []
  readonly #flipTo: number[] = []
  readonly #flips: number[] = []

  constructor(rowCount: number, maxFlips = widthOf(rowCount) / wordsPerFlip) {
    this.width = widthOf(rowCount)
    this.#maxFlips = maxFlips
    this.#words = new Int32Array(this.width * 64)
  }

  emptySet(): Int32Array {
    return new Int32Array(this.width)
  }

  add(set: Int32Array): number {
    return this.#addClass(this.#write(set), 0, 0)
  }

  /** A class that differs from another one in these rows, each named once. */
  addFlipped(set: Int32Array, classOfSet: number, rows: readonly number[]): number {
    if (rows.length > this.#maxFlips) {
      const flipped = set.slice()
      for (const row of rows) flipRow(flipped, row)
      return this.add(flipped)
    }
    const from = this.#flips.length
    for (const row of rows) this.#flips.push(row)
    return this.#addClass(this.#start[classOfSet] ?? 0, from, this.#flips.length)
  }

  /**
   * Classes in a line, as along an axis of amounts: `changes` holds for each the rows that flip where it begins.
   * Returns the first; the others follow it.
   */
  addLine(before: Int32Array, changes: readonly (readonly number[] | undefined)[]): number {
    const first = this.#start.length
    const current = before.slice()
    let start = this.#write(current)
    let from = this.#flips.length
    for (const rows of changes) {
      const reached = this.#flips.length
      for (const row of rows ?? []) {
        flipRow(current, row)
        this.#flips.push(row)
      }
      if (this.#flips.length - from > this.#maxFlips) {
        start = this.#write(current)
        this.#flips.length = reached
        from = reached
      }
      this.#addClass(start, from, this.#flips.length)
    }
    return first
  }

  /** @param roomFor how many sets may have to be put together at the same time */
  finish(roomFor: number): RowSets {
    const words = new Int32Array(this.#used + roomFor * this.width)
    words.set(this.#words.subarray(0, this.#used))
    return {
      width: this.width,
      words,
      room: this.#used,
      start: Int32Array.from(this.#start),
      flipFrom: Int32Array.from(this.#flipFrom),
      flipTo: Int32Array.from(this.#flipTo),
      flips: Int32Array.from(this.#flips),
    }
  }

  #addClass(start: number, from: number, to: number): number {
    this.#flipFrom.push(from)
    this.#flipTo.push(to)
    return this.#start.push(start) - 1
  }

  #write(set: Int32Array): number {
    const hash = hashOf(set)
    const rivals = this.#byHash.get(hash) ?? []
    const known = rivals.find((start) => set.every((word, i) => this.#words[start + i] === word))
    if (known !== undefined) return known
    const start = this.#used
    this.#used += this.width
    if (this.#used > this.#words.length) {
      const larger = new Int32Array(this.#words.length * 2)
      larger.set(this.#words)
      this.#words = larger
    }
    this.#words.set(set, start)
    this.#byHash.set(hash, [...rivals, start])
    return start
  }
}

function hashOf(set: Int32Array): number {
  let hash = 0
  for (const word of set) hash = Math.imul(hash ^ word, 0x9e3779b1) ^ (hash >>> 15)
  return hash
}
