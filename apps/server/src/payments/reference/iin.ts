import { iinDigits } from '@signalbox/model/reference/iin-range'
import { iinSources, type IinSource } from '@signalbox/model/reference/cards'
import { brandOfDigits } from './card-brand.ts'
import type { CardFacts } from './card-facts.ts'
import { RangeIndex } from './range-index.ts'

export interface IinRange {
  readonly id: string
  readonly merchantId: number
  /** Eleven digits as a number, both ends included. */
  readonly from: number
  readonly to: number
  readonly source: IinSource
  readonly updatedAt: string
  /** It hides the same range of the merchants above and tells nothing itself. */
  readonly inactive?: boolean
  readonly facts: Omit<CardFacts, 'iinId'>
}

/** What people typed in beats what was bought, and that beats what came in a file. */
const sources = Object.keys(iinSources) as IinSource[]

const placeOf = (merchantId: number, source: IinSource): string => `${merchantId} ${source}`
const keyOf = ({ merchantId, source, from, to }: Omit<IinRange, 'facts' | 'id' | 'updatedAt'>): string =>
  `${placeOf(merchantId, source)} ${from}-${to}`

/**
 * In memory, by merchant and source: of each the one range around a number is found by halving, so a look costs a dozen
 * of these, however many ranges there are.
 */
export class IinRanges {
  readonly #places = new Map<number, Map<IinSource, RangeIndex<IinRange>>>()
  readonly #inactive = new Set<string>()

  constructor(ranges: readonly IinRange[]) {
    const byPlace = new Map<string, [IinRange, ...IinRange[]]>()
    for (const range of ranges) {
      if (range.inactive) {
        this.#inactive.add(keyOf(range))
        continue
      }
      const place = placeOf(range.merchantId, range.source)
      const list = byPlace.get(place)
      if (list) list.push(range)
      else byPlace.set(place, [range])
    }
    for (const list of byPlace.values()) {
      const [{ merchantId, source }] = list
      const bySource = this.#places.get(merchantId) ?? new Map<IinSource, RangeIndex<IinRange>>()
      this.#places.set(merchantId, bySource.set(source, new RangeIndex(list, comesBefore)))
    }
  }

  /** `chain` is the merchant and its ancestors, nearest first; rows of others do not count. */
  lookup(chain: readonly number[], digits: string): CardFacts {
    const [best] = this.#matches(chain, digits)
    return best ? { ...best.facts, iinId: best.id } : unknownCard(digits)
  }

  /** Every range that would tell something about the number if those before it were not there. */
  candidates(chain: readonly number[], digits: string): IinRange[] {
    return [...this.#matches(chain, digits)]
  }

  /** By source, then the nearest merchant; within one merchant's source the narrowest, then the newest. */
  *#matches(chain: readonly number[], digits: string): Generator<IinRange> {
    const value = Number(digits.slice(0, iinDigits).padEnd(iinDigits, '0'))
    for (const source of sources)
      for (const [depth, merchantId] of chain.entries()) {
        const found = this.#places.get(merchantId)?.get(source)?.at(value)
        if (found && !this.#isSwitchedOff(found, chain.slice(0, depth))) yield found
      }
  }

  #isSwitchedOff(range: IinRange, nearer: readonly number[]): boolean {
    if (this.#inactive.size === 0) return false
    return nearer.some((merchantId) => this.#inactive.has(keyOf({ ...range, merchantId })))
  }
}

/** The narrower, of equals the newer. */
function comesBefore(a: IinRange, b: IinRange): boolean {
  const order = a.to - a.from - (b.to - b.from)
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
