import { uuid7 } from '@signalbox/model/text/uuid7'

/** Chance that can be repeated: the same seed throws the same numbers in the same order. */
export class Dice {
  #state: number

  constructor(...seed: readonly number[]) {
    let state = 0x9e3779b9
    for (const part of seed) {
      state = Math.imul(state ^ (part | 0), 0x85ebca6b)
      state = Math.imul(state ^ (state >>> 13) ^ Math.floor(part / 2 ** 32), 0xc2b2ae35)
      state ^= state >>> 16
    }
    this.#state = state
  }

  /** At least 0 and less than 1. */
  throw(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  happens(probability: number): boolean {
    return this.throw() < probability
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.throw() * (most - least + 1))
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.throw() * items.length)]
    if (item === undefined) throw new RangeError('There is nothing to pick from')
    return item
  }

  /** One of the keys, as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const entries = Object.entries(weights) as [K, number][]
    let left = this.throw() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) {
      left -= weight
      if (left < 0) return key
    }
    const last = entries.at(-1)
    if (!last) throw new RangeError('There is nothing to pick from')
    return last[0]
  }

  /** Most are near the median, a few are many times as much. */
  logNormal(median: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.throw())) * Math.cos(2 * Math.PI * this.throw())
    return median * Math.exp(spread * normal)
  }

  digits(length: number): string {
    let text = ''
    while (text.length < length) text += this.between(0, 9)
    return text
  }

  uuid(ms: number): string {
    return uuid7(ms, (length) => Uint8Array.from({ length }, () => this.between(0, 255)))
  }
}
