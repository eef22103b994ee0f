import { brandOfDigits } from './card-brand.ts'
import type { CardFacts } from './card-facts.ts'

export type IinSource = 'MANUAL' | 'SCHEME' | 'BINDB' | 'IMPORT'

export interface IinRange {
  readonly id: string
  readonly merchantId: number
  /** Eleven digits as a number, both ends included. */
  readonly from: number
  readonly to: number
  readonly source: IinSource
  readonly updatedAt: string
  readonly facts: Omit<CardFacts, 'iinId'>
}

/** What people typed in beats what was bought, and that beats what came in a file. */
const priority: Record<IinSource, number> = { MANUAL: 0, SCHEME: 1, BINDB: 2, IMPORT: 3 }

const lookupLength = 11
const bucketOf = (value: number): number => Math.floor(value / 10 ** (lookupLength - 4))

/** Ranges by the first four digits of what they cover, so that a look goes through a few dozen and not through all. */
export class IinRanges {
  readonly #buckets = new Map<number, IinRange[]>()

  constructor(ranges: readonly IinRange[]) {
    for (const range of ranges)
      for (let bucket = bucketOf(range.from); bucket <= bucketOf(range.to); bucket++) {
        const list = this.#buckets.get(bucket)
        if (list) list.push(range)
        else this.#buckets.set(bucket, [range])
      }
  }

  /** `chain` is the merchant and its ancestors, nearest first; rows of others do not count. */
  lookup(chain: readonly number[], digits: string): CardFacts {
    const value = Number(digits.slice(0, lookupLength).padEnd(lookupLength, '0'))
    let best: IinRange | undefined
    for (const range of this.#buckets.get(bucketOf(value)) ?? []) {
      if (range.from > value || range.to < value || !chain.includes(range.merchantId)) continue
      if (!best || comesBefore(range, best, chain)) best = range
    }
    return best ? { ...best.facts, iinId: best.id } : unknownCard(digits)
  }
}

/** By source, then the nearest merchant, then the longest common prefix, then the newest. */
function comesBefore(a: IinRange, b: IinRange, chain: readonly number[]): boolean {
  const order =
    priority[a.source] - priority[b.source] ||
    chain.indexOf(a.merchantId) - chain.indexOf(b.merchantId) ||
    a.to - a.from - (b.to - b.from)
  return order < 0 || (order === 0 && a.updatedAt > b.updatedAt)
}

const unknownCard = (digits: string): CardFacts => ({
  brand: brandOfDigits(digits),
  type: 'UNKNOWN',
  category: null,
  subBrand: null,
  issuer: null,
  issuerCountry: null,
  iinId: null,
})
