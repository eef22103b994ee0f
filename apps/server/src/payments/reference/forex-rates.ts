import { defaultRateService } from '@signalbox/model/money/rate-services'
import { rateSheet, type RateRow, type RateSheet } from '@signalbox/model/money/rates'

export interface MerchantRate extends RateRow {
  readonly merchantId: number
}

/** A rate with what is known of where it came from. */
export interface RateWithOrigin extends MerchantRate {
  /** When somebody last entered or changed it; null where the importer brought it in and nobody touched it. */
  readonly enteredAt: string | null
}

/**
 * Which rates count: whatever is in force; what has stood for a day, in which others could see it; or only what was
 * published, which nobody here can make up.
 */
export type RateTrust = 'IN_FORCE' | 'STANDING' | 'PUBLISHED'

/** The service rules mean when neither they nor the merchant name one. */
export const activeService: string = defaultRateService

/** Rates go through this currency unless a merchant has rates of its own in another. */
const defaultBase = 'EUR'

interface RateOptions {
  readonly service?: string | undefined
  readonly nowMs: number
}

/**
 * The rates that hold for a merchant: for each currency those of the nearest merchant above that has any in force.
 * `chain` is the merchant and its ancestors, nearest first.
 */
export function ratesFor(
  rates: readonly MerchantRate[],
  chain: readonly number[],
  { service = activeService, nowMs }: RateOptions,
): RateSheet {
  const wanted = service === 'ACTIVE' ? activeService : service
  const ofService = rates.filter(
    (rate) =>
      rate.service === wanted && Date.parse(rate.validFrom) <= nowMs && chain.includes(rate.merchantId),
  )
  const base = baseOf(ofService, chain)
  const nearest = new Map<string, number>()
  for (const { quote, merchantId, base: from } of ofService) {
    if (from !== base) continue
    const known = nearest.get(quote)
    if (known === undefined || chain.indexOf(merchantId) < chain.indexOf(known))
      nearest.set(quote, merchantId)
  }
  const inForce = ofService.filter((rate) => nearest.get(rate.quote) === rate.merchantId)
  return rateSheet(inForce, { base, service: wanted, nowMs })
}

const dayMs = 86_400_000

export const wasPublished = ({ enteredAt }: RateWithOrigin): boolean => enteredAt === null

const stoodAt =
  (ms: number) =>
  ({ enteredAt, validFrom }: RateWithOrigin): boolean =>
    enteredAt === null || Math.max(Date.parse(enteredAt), Date.parse(validFrom)) <= ms

/** As `ratesFor`, without what somebody entered within the last day, unless nothing else is known of a currency. */
export function standingRates(
  rates: readonly RateWithOrigin[],
  chain: readonly number[],
  { now, ...options }: RateOptions & { readonly now: Date },
): RateSheet {
  const standing = ratesFor(rates.filter(stoodAt(now.getTime() - dayMs)), chain, options)
  const inForce = ratesFor(rates, chain, options)
  const { base, quotes } = standing
  if (inForce.base !== base) return inForce
  return { base, quotes: { get: (currency) => quotes.get(currency) ?? inForce.quotes.get(currency) } }
}

function baseOf(rates: readonly MerchantRate[], chain: readonly number[]): string {
  const bases = new Set(rates.map((rate) => rate.base))
  if (bases.size === 0 || bases.has(defaultBase)) return defaultBase
  const [nearest] = [...rates].sort((a, b) => chain.indexOf(a.merchantId) - chain.indexOf(b.merchantId))
  return nearest?.base ?? defaultBase
}
