import { defaultRateService } from '@signalbox/model/money/rate-services'
import { rateSheet, type RateRow, type RateSheet } from '@signalbox/model/money/rates'

export interface MerchantRate extends RateRow {
  readonly merchantId: number
}

/** The service rules mean when neither they nor the merchant name one. */
export const activeService: string = defaultRateService

/** Rates go through this currency unless a merchant has rates of its own in another. */
const defaultBase = 'EUR'

/**
 * The rates that hold for a merchant: for each currency those of the nearest merchant above that has any in force.
 * `chain` is the merchant and its ancestors, nearest first.
 */
export function ratesFor(
  rates: readonly MerchantRate[],
  chain: readonly number[],
  { service = activeService, nowMs }: { readonly service?: string | undefined; readonly nowMs: number },
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

function baseOf(rates: readonly MerchantRate[], chain: readonly number[]): string {
  const bases = new Set(rates.map((rate) => rate.base))
  if (bases.size === 0 || bases.has(defaultBase)) return defaultBase
  const [nearest] = [...rates].sort((a, b) => chain.indexOf(a.merchantId) - chain.indexOf(b.merchantId))
  return nearest?.base ?? defaultBase
}
