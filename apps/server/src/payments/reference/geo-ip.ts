import { parseAddress, parseAddressRange, type Address } from '@signalbox/engine/ip-address'

export interface GeoPlace {
  /** ISO 3166 alpha-3. */
  readonly country: string
  readonly region: string | null
  readonly city: string | null
}

export interface GeoNetwork extends GeoPlace {
  readonly network: string
}

interface Range extends GeoPlace {
  readonly from: Address
  readonly to: Address
  /** The smallest network around this one. */
  around?: Range
}

/**
 * Networks hold each other or are apart. So of those that begin before an address the last one is around it, or one of
 * those around that one is.
 */
export class GeoIpRanges {
  readonly #v4: Range[] = []
  readonly #v6: Range[] = []

  constructor(networks: readonly GeoNetwork[]) {
    for (const { network, country, region, city } of networks) {
      const range = parseAddressRange(network)
      if (range)
        (typeof range.from === 'number' ? this.#v4 : this.#v6).push({ ...range, country, region, city })
    }
    for (const list of [this.#v4, this.#v6]) nest(list)
  }

  placeOf(ip: string): GeoPlace | undefined {
    const address = parseAddress(ip)
    if (address === undefined) return undefined
    let range = lastNotAfter(typeof address === 'number' ? this.#v4 : this.#v6, address)
    while (range && range.to < address) range = range.around
    if (!range) return undefined
    const { country, region, city } = range
    return { country, region, city }
  }
}

/** In order, the wider before the narrower, each told what is around it. */
function nest(list: Range[]): void {
  list.sort((a, b) => (a.from === b.from ? (a.to > b.to ? -1 : 1) : a.from < b.from ? -1 : 1))
  const open: Range[] = []
  for (const range of list) {
    while (open.length > 0 && (open.at(-1)?.to ?? range.to) < range.from) open.pop()
    const around = open.at(-1)
    if (around) range.around = around
    open.push(range)
  }
}

function lastNotAfter(list: readonly Range[], address: Address): Range | undefined {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const range = list[middle]
    if (range && range.from <= address) low = middle + 1
    else high = middle
  }
  return list[low - 1]
}
