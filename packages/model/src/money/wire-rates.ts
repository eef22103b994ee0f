import * as z from 'zod/mini'
import { currencies } from '../reference/currencies.ts'
import { readQuote, type Quote, type RateRow, type RateSheet } from './rates.ts'

const rowSchema = z.object({
  id: z.string(),
  base: z.string(),
  quote: z.string(),
  buy: z.string(),
  sell: z.string(),
  validFrom: z.string(),
  source: z.enum(['MANUAL', 'IMPORTED']),
  service: z.string(),
})

/** A sheet of rates on the wire. */
export const wireRatesSchema = z.object({ base: z.string(), rows: z.array(rowSchema) })
export type WireRates = Readonly<{ base: string; rows: readonly RateRow[] }>

export const ratesToWire = ({ base, quotes }: RateSheet): { base: string; rows: RateRow[] } => ({
  base,
  rows: currencies.flatMap(({ code }) => {
    const row = quotes.get(code)?.row
    if (!row) return []
    const { id, base: from, quote, buy, sell, validFrom, source, service } = row
    return [{ id, base: from, quote, buy, sell, validFrom, source, service }]
  }),
})

export function ratesFromWire({ base, rows }: WireRates): RateSheet {
  const quotes = new Map<string, Quote>()
  for (const row of rows) {
    const quote = readQuote(row)
    if (quote) quotes.set(row.quote, quote)
  }
  return { base, quotes }
}
