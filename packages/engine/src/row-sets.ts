/**
 * Sets of rows of one ruleset, a bit per row. Every value a fact can have falls into a class, and a class says which rows
 * accept it. The set of a class is written out in `words`, or put together when it is asked for, from another set and the
 * few rows in which it differs: most values of a large table are named by a handful of rows, and a set of ten thousand
 * rows for each of them would fill memory.
 *
 * Plain data throughout, so that an index built in a worker can be posted.
 */
export interface RowSets {
  /** Words of bits a set has. */
  readonly width: number
  /**
   * Words in front of those: a bit for each of them that is not empty, and maybe some that are. Sets of one word, which
   * are the rule, have none.
   */
  readonly head: number
  /** Sets one after another, each its head and its bits. Behind them is room to put sets together in. */
  readonly words: Int32Array
  /** Where that room begins. */
  readonly room: number
  /** By class: where its set begins in `words`; where it is not written out, the complement of its number below. */
  readonly place: Int32Array
  /** For sets that are not written out: where the set they are made from begins, and a range of `flips`. */
  readonly base: Int32Array
  readonly flipFrom: Int32Array
  readonly flipTo: Int32Array
  /** Bits to take out or to put in. */
  readonly flips: Int32Array
}

/** In place of a class, where a fact is known but cannot be read. */
export const unreadable = -1

/** How many words the head of a set takes. */
const headOf = (width: number): number => (width === 1 ? 0 : (width + 31) >>> 5)

export const widthOf = (rowCount: number): number => Math.max(1, (rowCount + 31) >>> 5)

export function flipBit(set: Int32Array, bit: number): void {
  const word = bit >>> 5
  set[word] = (set[word] ?? 0) ^ (1 << (bit & 31))
}

export const hasBit = (words: Int32Array, start: number, bit: number): boolean =>
  (((words[start + (bit >>> 5)] ?? 0) >>> (bit & 31)) & 1) === 1

/** A class may differ in this share of its words before it is written out: reading it must stay as cheap as copying. */
const wordsPerFlip = 8
/** Below this width all sets are written out: they take little memory, and copying them would take longer than using them. */
const smallWidth = 64

const defaultFlips = (width: number): number => (width <= smallWidth ? 0 : Math.floor(width / wordsPerFlip))

/** Collects the classes of a ruleset. Equal sets are kept once, whichever columns they come from. */
export class RowSetBuilder {
  readonly width: number
  readonly #head: number
  readonly #maxFlips: number
  #words: Int32Array
  #used = 0
  readonly #byHash = new Map<number, number[]>()
  readonly #place: number[] = []
  readonly #base: number[] = []
  readonly #flipFrom: number[] = []
  readonly #flipTo: number[] = []
  readonly #flips: number[] = []

  constructor(rowCount: number, maxFlips = defaultFlips(widthOf(rowCount))) {
    this.width = widthOf(rowCount)
    this.#head = headOf(this.width)
    this.#maxFlips = maxFlips
    this.#words = new Int32Array((this.#head + this.width) * 64)
  }

  emptySet(): Int32Array {
    return new Int32Array(this.width)
  }

  add(set: Int32Array): number {
    return this.#place.push(this.#write(set)) - 1
  }

  /** A class that differs in these bits, each named once, from a set that was added. */
  addFlipped(set: Int32Array, bits: readonly number[]): number {
    if (bits.length > this.#maxFlips) {
      const flipped = set.slice()
      for (const bit of bits) flipBit(flipped, bit)
      return this.add(flipped)
    }
    const from = this.#flips.length
    for (const bit of bits) this.#flips.push(bit)
    return this.#addFlips(this.#write(set), from, this.#flips.length)
  }

  /**
   * Classes in a line, as along an axis of amounts: `changes` holds for each the bits that flip where it begins.
   * Returns the first; the others follow it.
   */
  addLine(before: Int32Array, changes: readonly (readonly number[])[]): number {
    const first = this.#place.length
    const current = before.slice()
    let base = this.#write(current)
    let from = this.#flips.length
    for (const bits of changes) {
      const reached = this.#flips.length
      for (const bit of bits) {
        flipBit(current, bit)
        this.#flips.push(bit)
      }
      if (this.#flips.length - from > this.#maxFlips) {
        base = this.#write(current)
        this.#flips.length = reached
        from = reached
      }
      this.#addFlips(base, from, this.#flips.length)
    }
    return first
  }

  /** @param roomFor how many sets may have to be put together at the same time */
  finish(roomFor: number): RowSets {
    const words = new Int32Array(this.#used + roomFor * (this.#head + this.width))
    words.set(this.#words.subarray(0, this.#used))
    return {
      width: this.width,
      head: this.#head,
      words,
      room: this.#used,
      place: Int32Array.from(this.#place),
      base: Int32Array.from(this.#base),
      flipFrom: Int32Array.from(this.#flipFrom),
      flipTo: Int32Array.from(this.#flipTo),
      flips: Int32Array.from(this.#flips),
    }
  }

  #addFlips(base: number, from: number, to: number): number {
    if (from === to) return this.#place.push(base) - 1
    this.#flipFrom.push(from)
    this.#flipTo.push(to)
    const number = this.#base.push(base) - 1
    return this.#place.push(~number) - 1
  }

  #write(set: Int32Array): number {
    const hash = hashOf(set)
    const rivals = this.#byHash.get(hash) ?? []
    const known = rivals.find((start) => this.#equals(start, set))
    if (known !== undefined) return known
    const start = this.#used
    this.#used += this.#head + this.width
    if (this.#used > this.#words.length) {
      const larger = new Int32Array(this.#words.length * 2)
      larger.set(this.#words)
      this.#words = larger
    }
    this.#words.set(set, start + this.#head)
    writeHead(this.#words, start, this.#head, this.width)
    this.#byHash.set(hash, [...rivals, start])
    return start
  }

  #equals(start: number, set: Int32Array): boolean {
    const words = this.#words
    const from = start + this.#head
    for (let i = 0; i < set.length; i++) if (words[from + i] !== set[i]) return false
    return true
  }
}

/** Makes the head of a set from its words. */
export function writeHead(words: Int32Array, start: number, head: number, width: number): void {
  if (head === 0) return
  words.fill(0, start, start + head)
  for (let word = 0; word < width; word++) {
    const at = start + (word >>> 5)
    if (words[start + head + word] !== 0) words[at] = (words[at] as number) | (1 << (word & 31))
  }
}

function hashOf(set: Int32Array): number {
  let hash = 0
  for (let i = 0; i < set.length; i++) hash = Math.imul(hash ^ (set[i] as number), 0x9e3779b1) ^ (hash >>> 15)
  return hash
}
