import { readQuote, type Quote, type RateRow, type RateSheet } from './rates.ts'

/** A sheet that remembers which of its rates were asked for, so that they can be kept with what was decided by them. */
export interface NotingSheet extends RateSheet {
  /** The sheet itself. Whoever keeps what was worked out per sheet goes by this one. */
  readonly of: RateSheet
  /** In the order in which they were first asked for; grows for as long as the sheet is used. */
  readonly noted: readonly RateRow[]
}

export function notingSheet(of: RateSheet): NotingSheet {
  const noted: RateRow[] = []
  const get = (currency: string): Quote | undefined => {
    const quote = of.quotes.get(currency)
    if (quote && !noted.some(({ quote: known }) => known === currency)) noted.push(rowOf(quote))
    return quote
  }
  return { base: of.base, quotes: { get }, of, noted }
}

/** Nothing but the rate: a row may come with more than belongs into what is kept. */
function rowOf({ row: { id, base, quote, buy, sell, validFrom, source, service } }: Quote): RateRow {
  return { id, base, quote, buy, sell, validFrom, source, service }
}

/** The rates that were kept, and for other currencies those of another sheet with the same base. */
export function withKeptRates(kept: readonly RateRow[] | undefined, others: RateSheet): RateSheet {
  const [first] = kept ?? []
  if (!kept || !first) return others
  const quotes = new Map(kept.map((row) => [row.quote, readQuote(row)]))
  const rest = others.base === first.base ? others.quotes : undefined
  return { base: first.base, quotes: { get: (currency) => quotes.get(currency) ?? rest?.get(currency) } }
}
