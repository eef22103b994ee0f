import type { Logger } from 'pino'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { Database } from '../../kit/database.ts'
import type { CardFacts } from './card-facts.ts'
import { ratesFor, standingRates, wasPublished, type RateTrust, type RateWithOrigin } from './forex-rates.ts'
import { GeoIpRanges, type GeoPlace } from './geo-ip.ts'
import { IinRanges } from './iin.ts'
import { ReferenceCache, type Feed } from './reference-cache.ts'
import {
  readActiveServices,
  readChains,
  readGeoNetworks,
  readIinRanges,
  readIinStamp,
  readRates,
} from './reference-store.ts'

export interface ReferenceDeps {
  readonly db: Database
  readonly feed: Feed
  readonly log: Logger
  readonly now: () => Date
}

/** The sheets made of one snapshot of the rates in one minute. */
interface Sheets {
  readonly rates: readonly RateWithOrigin[]
  readonly minute: number
  readonly made: Map<string, RateSheet>
}

/** The ranges, and by what to know that they are still the same. */
interface StampedRanges {
  readonly stamp: string
  readonly ranges: IinRanges
}

async function readRanges(db: Database, before: StampedRanges | undefined): Promise<StampedRanges> {
  const stamp = await readIinStamp(db)
  return before?.stamp === stamp ? before : { stamp, ranges: new IinRanges(await readIinRanges(db)) }
}

/** What payments look up about cards, addresses and currencies: in memory, and read again when somebody changes it. */
export class ReferenceData {
  readonly #chains: ReferenceCache<ReadonlyMap<number, readonly number[]>>
  readonly #iin: ReferenceCache<StampedRanges>
  readonly #services: ReferenceCache<ReadonlyMap<number, string>>
  readonly #geo: ReferenceCache<GeoIpRanges>
  readonly #rates: ReferenceCache<readonly RateWithOrigin[]>
  readonly #now: () => Date
  #sheets: Sheets = { rates: [], minute: 0, made: new Map() }

  constructor({ db, feed, log, now }: ReferenceDeps) {
    const book = <T>(read: (before: T | undefined) => Promise<T>, ...topics: string[]) =>
      new ReferenceCache<T>({ read, feed, log, topics })
    this.#now = now
    this.#chains = book(() => readChains(db), 'merchant')
    this.#iin = book((before) => readRanges(db, before), 'iin')
    this.#services = book(() => readActiveServices(db), 'config')
    this.#geo = book(async () => new GeoIpRanges(await readGeoNetworks(db)), 'geo-ip')
    this.#rates = book<readonly RateWithOrigin[]>(() => readRates(db, now()), 'forex-rate')
  }

  /** The first eleven digits say what a card is, as far as anybody above the merchant knows. */
  async cardFacts(merchantId: number, lookupDigits: string): Promise<CardFacts> {
    const [{ ranges }, chain] = await Promise.all([this.#iin.get(), this.#chain(merchantId)])
    return ranges.lookup(chain, lookupDigits)
  }

  async placeOf(ip: string): Promise<GeoPlace | undefined> {
    return (await this.#geo.get()).placeOf(ip)
  }

  /** Made once a minute per merchant: rates begin at whole minutes, and reading fractions takes its time. */
  async rates(merchantId: number, service?: string, trust: RateTrust = 'IN_FORCE'): Promise<RateSheet> {
    const [rates, chain, services] = await Promise.all([
      this.#rates.get(),
      this.#chain(merchantId),
      this.#services.get(),
    ])
    const active = chain.map((id) => services.get(id)).find(Boolean)
    const wanted = service === undefined || service === 'ACTIVE' ? active : service
    const now = this.#now()
    const nowMs = now.getTime()
    const minute = Math.floor(nowMs / 60_000)
    if (this.#sheets.rates !== rates || this.#sheets.minute !== minute)
      this.#sheets = { rates, minute, made: new Map() }
    const key = `${chain.join('/')} ${wanted ?? ''} ${trust}`
    const known = this.#sheets.made.get(key)
    if (known) return known
    const options = { service: wanted, nowMs }
    const sheet =
      trust === 'STANDING'
        ? standingRates(rates, chain, { ...options, now })
        : ratesFor(trust === 'PUBLISHED' ? rates.filter(wasPublished) : rates, chain, options)
    this.#sheets.made.set(key, sheet)
    return sheet
  }

  async stop(): Promise<void> {
    const books = [this.#chains, this.#iin, this.#services, this.#geo, this.#rates]
    await Promise.all(books.map((book) => book.stop()))
  }

  /** A merchant that was made a moment ago may not be in the book yet. */
  async #chain(merchantId: number): Promise<readonly number[]> {
    const known = (await this.#chains.get()).get(merchantId)
    if (known) return known
    await this.#chains.refresh()
    return (await this.#chains.get()).get(merchantId) ?? [merchantId]
  }
}
