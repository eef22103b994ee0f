import type { forexRate } from '@signalbox/model/entities/forex-rate'
import type { RecordOf } from '@signalbox/model/field/entity'
import {
  hasSecondLine,
  largeChange,
  largeChangeText,
  type RateFigures,
} from '@signalbox/model/money/rate-change'
import { parseRational } from '@signalbox/model/money/rational'
import type { RateSheet } from '@signalbox/model/money/rates'
import { currencies as allCurrencies } from '@signalbox/model/reference/currencies'
import { invalid, type FieldProblem } from '@signalbox/model/text/refusal'
import { forexConfig } from '../../../setup/config/read-model.ts'
import type { Work } from '../../../kit/handle.ts'
import { ratesFor, type MerchantRate } from '../forex-rates.ts'
import { readRates } from '../reference-store.ts'
import { firstFiguresSince, merchantCurrencies, ratesUntouchedSince } from './rate-store.ts'

export type ForexRate = RecordOf<typeof forexRate>

/** What a merchant's rates are: through which currency, of which service, into which currencies. */
export interface RateSettings {
  readonly from: string
  readonly service: string
  readonly currencies: readonly string[]
  sheet(service: string): RateSheet
  /** What changes are compared with: steps of a day add up, however small and however they are made. */
  atStartOfDay(service: string, currency: string): RateFigures | undefined
}

export async function rateSettings(work: Work): Promise<RateSettings> {
  const { tx, scope, now } = work
  const rates = (await readRates(tx, now)).filter(({ merchantId }) => scope.chain.includes(merchantId))
  const { service } = await forexConfig(tx, scope.selected)
  const { baseCurrency, currencies } = await merchantCurrencies(tx, scope.selected)
  const sheetOf = (of: readonly MerchantRate[], wanted: string) =>
    ratesFor(of, scope.chain, { service: wanted, nowMs: now.getTime() })
  const sheet = (wanted: string) => sheetOf(rates, wanted)
  const began = new Date(`${dayOf(now)}T00:00:00Z`)
  const untouched = await ratesUntouchedSince(tx, scope.chain, { began, now })
  const firsts = await firstFiguresSince(tx, scope.chain, began)
  return {
    from: rates.some((rate) => rate.service === service) ? sheet(service).base : baseCurrency,
    service,
    currencies: currencies.length > 0 ? currencies : allCurrencies.map(({ code }) => code),
    sheet,
    atStartOfDay: (wanted, currency) =>
      figuresIn(sheetOf(untouched, wanted), currency) ??
      firsts.find((first) => first.service === wanted && first.toCurrency === currency),
  }
}

/** Buying for less than we sell would pay people to exchange. */
export function figureProblem({ buyRate, sellRate }: RateFigures): string | null {
  const [buy, sell] = [parseRational(buyRate), parseRational(sellRate)]
  if (!buy || !sell) return null
  return buy.numerator * sell.denominator < sell.numerator * buy.denominator
    ? 'Sell must not be more than Buy'
    : null
}

/** What currencies a rate may have; the sentence by field. */
export function currencyProblems(
  { from, currencies }: RateSettings,
  given: { readonly fromCurrency: string; readonly toCurrency: string },
): FieldProblem[] {
  const problem = (field: string, code: string, message: string) => [{ field, code, message }]
  if (given.fromCurrency !== from)
    return problem('fromCurrency', 'FROM', `All rates of this merchant are from ${from}`)
  if (given.toCurrency === from) return problem('toCurrency', 'SAME', `Choose another currency than ${from}`)
  if (!currencies.includes(given.toCurrency))
    return problem('toCurrency', 'NOT_ENABLED', `${given.toCurrency} is not enabled on this merchant`)
  return []
}

export interface Confirmation {
  readonly note: string
  readonly confirmed: boolean
  /** What the note is called where it was typed. */
  readonly noteField?: string
}

/** A typing error of a factor of ten costs more than a second line. */
export function refuseUnconfirmed(
  changes: readonly { readonly pair: string; readonly before: RateFigures; readonly after: RateFigures }[],
  { note, confirmed, noteField = 'note' }: Confirmation,
): void {
  const large = changes.flatMap(({ pair, before, after }) => {
    const percent = largeChange(before, after)
    return percent === null ? [] : [largeChangeText(pair, percent)]
  })
  const [first] = large
  if (!first || (confirmed && hasSecondLine(note))) return
  const field = confirmed ? noteField : 'confirmed'
  throw invalid(...large.slice(0, 100).map((message) => ({ field, code: 'LARGE_CHANGE', message })))
}

/** What applied before, where there was anything. */
function figuresIn(sheet: RateSheet, currency: string): RateFigures | undefined {
  const row = sheet.quotes.get(currency)?.row
  return row && { buyRate: row.buy, sellRate: row.sell }
}

/** Before, nobody had such rates here; rates of tomorrow are set the evening before. */
const firstDay = '2000-01-01'
const dayMs = 86_400_000

/** What is wrong with the day of a rate. */
export function dayProblem(rateDate: string, now: Date): string | null {
  const lastDay = dayOf(new Date(now.getTime() + dayMs))
  return rateDate < firstDay || rateDate > lastDay ? `Use a day from ${firstDay} to tomorrow` : null
}

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)
