import { add, divide, parseRational, rational, type Rational } from './rational.ts'

/** A published or typed-in rate. Both figures are units of the quote currency for one unit of the base. */
export interface RateRow {
  readonly id: string
  readonly base: string
  readonly quote: string
  /** We take quote currency in at this many for one base: never less than `sell`. */
  readonly buy: string
  /** We give quote currency out at this many for one base. */
  readonly sell: string
  readonly validFrom: string
  readonly source: 'MANUAL' | 'IMPORTED'
  readonly service: string
}

export interface Quote {
  readonly rateId: string
  readonly buy: Rational
  readonly mid: Rational
  readonly sell: Rational
  /** As it was published or typed in. */
  readonly row: RateRow
  /** When an imported rate began; a rate somebody set by hand does not age. */
  readonly importedAtMs: number | undefined
}

/** The rates in force at one instant, all against one base. */
export interface RateSheet {
  readonly base: string
  readonly quotes: Pick<ReadonlyMap<string, Quote>, 'get'>
}

const two = rational(2n)

/** `undefined` unless both figures are positive and the spread is ours: buying below selling would pay people to exchange. */
export function readQuote(row: RateRow): Quote | undefined {
  const [buy, sell] = [parseRational(row.buy), parseRational(row.sell)]
  if (!buy || !sell || sell.numerator <= 0n) return undefined
  if (buy.numerator * sell.denominator < sell.numerator * buy.denominator) return undefined
  return {
    rateId: row.id,
    buy,
    sell,
    mid: divide(add(buy, sell), two),
    row,
    importedAtMs: row.source === 'IMPORTED' ? Date.parse(row.validFrom) : undefined,
  }
}

/** A rate set by hand holds until it is removed; among its equals the latest that has begun wins. */
function overrules(a: RateRow, b: RateRow): boolean {
  if (a.source !== b.source) return a.source === 'MANUAL'
  const laterMs = Date.parse(a.validFrom) - Date.parse(b.validFrom)
  return laterMs === 0 ? a.id > b.id : laterMs > 0
}

/**
 * Picks the rate in force per currency before looking at its figures: where that row cannot be used there is no rate,
 * rather than an older one nobody expects.
 */
export function rateSheet(
  rows: readonly RateRow[],
  { base, service, nowMs }: { readonly base: string; readonly service: string; readonly nowMs: number },
): RateSheet {
  const inForce = new Map<string, RateRow>()
  for (const row of rows) {
    if (row.base !== base || row.service !== service || row.quote === base) continue
    if (!(Date.parse(row.validFrom) <= nowMs)) continue
    const rival = inForce.get(row.quote)
    if (!rival || overrules(row, rival)) inForce.set(row.quote, row)
  }
  const quotes = new Map<string, Quote>()
  for (const [currency, row] of inForce) {
    const quote = readQuote(row)
    if (quote) quotes.set(currency, quote)
  }
  return { base, quotes }
}

const hourMs = 3_600_000

/** Providers publish once a working day, so an imported rate older than this means that the import stopped. */
const defaultMaxAgeHours = 36

export const isStale = ({ importedAtMs }: Quote, nowMs: number, maxAgeHours = defaultMaxAgeHours): boolean =>
  importedAtMs !== undefined && nowMs - importedAtMs > maxAgeHours * hourMs
