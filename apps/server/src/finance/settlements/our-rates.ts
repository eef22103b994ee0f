import { midRate } from '@signalbox/model/money/forex'
import type { Money } from '@signalbox/model/money/money'
import { divide, multiply, rational, round, type Rational } from '@signalbox/model/money/rational'
import type { RateSheet } from '@signalbox/model/money/rates'
import { exponentOf } from '@signalbox/model/reference/currencies'
import type { Tx } from '../../kit/database.ts'
import { ratesFor, standingRates, wasPublished } from '../../payments/reference/forex-rates.ts'
import { merchantChain, ratesAround } from './our-rates-store.ts'

interface DayRates {
  readonly baseCurrency: string
  readonly inForce: RateSheet
  readonly published: RateSheet
  standing(now: Date): RateSheet
}

/** The rates of a merchant on a day, and the currency of its books. */
export async function ratesOn(tx: Tx, merchantId: number, day: string): Promise<DayRates> {
  const { chain, baseCurrency } = await merchantChain(tx, merchantId)
  const rates = await ratesAround(tx, chain, day)
  const nowMs = Date.parse(`${day}T23:59:59Z`)
  return {
    baseCurrency,
    inForce: ratesFor(rates, chain, { nowMs }),
    published: ratesFor(rates.filter(wasPublished), chain, { nowMs }),
    standing: (now) => standingRates(rates, chain, { nowMs, now }),
  }
}

const decimals = 12
const unit = 10n ** BigInt(decimals)

/** A rate as the database takes it. */
export function rateText(rate: Rational): string {
  const scaled = round(multiply(rate, rational(unit)))
  return `${scaled / unit}.${String(scaled % unit).padStart(decimals, '0')}`
}

/** The same amount in the smallest unit of another currency, not rounded; undefined where there is no rate. */
export function exactly(sheet: RateSheet, money: Money, into: string): Rational | undefined {
  const cross = midRate(sheet, money.currency, into)
  if (!cross) return undefined
  const scale = (currency: string) => rational(10n ** BigInt(exponentOf(currency)))
  const major = divide(rational(money.minor), scale(money.currency))
  return multiply(multiply(major, cross.rate), scale(into))
}
