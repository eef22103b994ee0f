import { convertAt, midRate } from './forex.ts'
import { compareMoney, maxMinor, type Money, type MoneyMap } from './money.ts'
import type { Quote, RateSheet } from './rates.ts'
import type { AnyRounding } from './rational.ts'

const digits = /^-?\d{1,19}$/

/** The amount a map names for a currency; `undefined` when it names none, or something that is no amount. */
export function moneyOf(map: MoneyMap, currency: string): Money | undefined {
  const text = Object.hasOwn(map, currency) ? map[currency] : undefined
  if (text === undefined || !digits.test(text)) return undefined
  const minor = BigInt(text)
  return minor > maxMinor || minor < -maxMinor ? undefined : { minor, currency }
}

/** As above; a currency the map does not name is converted at the mid rate from its amount in the base currency. */
export function moneyIn(
  map: MoneyMap,
  currency: string,
  sheet: RateSheet,
  rounding: AnyRounding = 'HALF_UP',
): Money | undefined {
  const named = moneyOf(map, currency)
  if (named) return named
  const inBase = moneyOf(map, sheet.base)
  const cross = midRate(sheet, sheet.base, currency)
  return inBase && cross && convertAt(inBase, currency, cross.rate, { rounding })
}

/** Whether a map says something about a currency that only a rate could tell, and there is none. */
export const lacksRate = (map: MoneyMap, currency: string, sheet: RateSheet): boolean =>
  !moneyOf(map, currency) && moneyOf(map, sheet.base) !== undefined && !midRate(sheet, sheet.base, currency)

/** The rates by which a map says something about a currency it does not name. */
export const quotesFor = (map: MoneyMap, currency: string, sheet: RateSheet): readonly Quote[] =>
  moneyOf(map, currency) || !moneyOf(map, sheet.base)
    ? []
    : (midRate(sheet, sheet.base, currency)?.quotes ?? [])

/** The bound a rule sets, made strict where it had to be converted: a least amount goes up, a greatest down. */
export const boundIn = (
  bounds: MoneyMap,
  side: 'min' | 'max',
  currency: string,
  sheet: RateSheet,
): Money | undefined => moneyIn(bounds, currency, sheet, side === 'min' ? 'CEILING' : 'FLOOR')

/**
 * The amount above which a map asks for a second person; `UNKNOWN` where it names amounts and no rate leads from any of
 * them to the currency. Where it names neither the currency nor the base, the least it names counts.
 */
export function thresholdIn(
  map: MoneyMap,
  side: 'min' | 'max',
  currency: string,
  sheet: RateSheet,
): Money | 'UNKNOWN' | undefined {
  const direct = boundIn(map, side, currency, sheet)
  const named = Object.keys(map)
  if (direct || named.length === 0) return direct
  const rounding = side === 'min' ? 'CEILING' : 'FLOOR'
  const [least] = named
    .flatMap((each) => {
      const amount = moneyOf(map, each)
      const cross = midRate(sheet, each, currency)
      return amount && cross ? [convertAt(amount, currency, cross.rate, { rounding })] : []
    })
    .toSorted(compareMoney)
  return least ?? 'UNKNOWN'
}

export const toMoneyMap = (amounts: readonly Money[]): MoneyMap =>
  Object.fromEntries(amounts.map(({ minor, currency }) => [currency, String(minor)]))
