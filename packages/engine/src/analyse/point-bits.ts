import { widthOf } from '../row-sets.ts'

/** A set of the points of one dimension, a bit for each. */
export type Bits = Int32Array

export function setPlaces(bits: Bits, places: readonly (readonly [number, number])[], on: boolean): void {
  for (const [from, to] of places) {
    let point = from
    while (point < to) {
      const word = point >>> 5
      const end = Math.min(to, (word + 1) << 5)
      // All of them up to the end of the word at once.
      const bits32 = (end - point === 32 ? -1 : (1 << (end - point)) - 1) << (point & 31)
      bits[word] = on ? (bits[word] as number) | bits32 : (bits[word] as number) & ~bits32
      point = end
    }
  }
}

export function bitsWith(size: number, places: readonly (readonly [number, number])[]): Bits {
  const bits = new Int32Array(widthOf(size))
  setPlaces(bits, places, true)
  return bits
}

export function allOf(size: number): Bits {
  const bits = new Int32Array(widthOf(size)).fill(-1)
  if ((size & 31) !== 0) bits[bits.length - 1] = (1 << (size & 31)) - 1
  return bits
}

export function complement(bits: Bits, size: number): Bits {
  const rest = bits.slice()
  complementOf(rest, size)
  return rest
}

/** In place of the set itself. */
export function complementOf(bits: Bits, size: number): void {
  for (let i = 0; i < bits.length; i++) bits[i] = ~(bits[i] as number)
  const last = bits.length - 1
  if ((size & 31) !== 0) bits[last] = (bits[last] as number) & ((1 << (size & 31)) - 1)
}

/** Empty sets of one size, cut from one piece of memory: ten thousand of their own are slow to make and to clear away. */
export class BitsPool {
  readonly #words: Int32Array
  readonly #width: number
  #used = 0

  constructor(size: number, count: number) {
    this.#width = widthOf(size)
    this.#words = new Int32Array(this.#width * count)
  }

  next(): Bits {
    const start = this.#used
    this.#used += this.#width
    return this.#words.subarray(start, this.#used)
  }
}

export function andOf(a: Bits, b: Bits): Bits {
  const both = a.slice()
  for (let i = 0; i < both.length; i++) both[i] = (both[i] ?? 0) & (b[i] ?? 0)
  return both
}

export function without(a: Bits, b: Bits): Bits {
  const left = a.slice()
  for (let i = 0; i < left.length; i++) left[i] = (left[i] ?? 0) & ~(b[i] ?? 0)
  return left
}

export function isEmpty(bits: Bits): boolean {
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) return false
  return true
}

export function intersects(a: Bits, b: Bits): boolean {
  for (let i = 0; i < a.length; i++) if (((a[i] ?? 0) & (b[i] ?? 0)) !== 0) return true
  return false
}

export function contains(outer: Bits, inner: Bits): boolean {
  for (let i = 0; i < inner.length; i++) if (((inner[i] ?? 0) & ~(outer[i] ?? 0)) !== 0) return false
  return true
}

/** The members of a set in order, up to so many. */
export function membersOf(bits: Bits, most = Infinity): number[] {
  const found: number[] = []
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i] ?? 0
    while (word !== 0) {
      if (found.length === most) return found
      found.push((i << 5) + 31 - Math.clz32(word & -word))
      word &= word - 1
    }
  }
  return found
}
