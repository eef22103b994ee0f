import fc from 'fast-check'
import { rateSheet, type RateRow, type RateSheet } from '../rates.ts'

export const noonMs = Date.parse('2026-03-10T12:00:00Z')

export const rateRow = (row: Partial<RateRow> & Pick<RateRow, 'quote' | 'buy' | 'sell'>): RateRow => ({
  id: `rate-${row.quote}`,
  base: 'EUR',
  validFrom: '2026-03-10T00:00:00Z',
  source: 'IMPORTED',
  service: 'ACTIVE',
  ...row,
})

export const sheetOf = (...rows: readonly RateRow[]): RateSheet =>
  rateSheet(rows, { base: 'EUR', service: 'ACTIVE', nowMs: noonMs })

const anyRate = fc.integer({ min: 1, max: 10_000_000 }).map((millionths) => (millionths / 10_000).toFixed(4))

/** Random but sane rates for five currencies with none, two, three and eight decimals. */
export const anySheet: fc.Arbitrary<RateSheet> = fc
  .array(fc.tuple(anyRate, anyRate), { minLength: 4, maxLength: 4 })
  .map((pairs) =>
    sheetOf(
      ...['NOK', 'JPY', 'KWD', 'BTC'].map((quote, index) => {
        const [buy, sell] = [...(pairs[index] ?? ['1', '1'])].sort((a, b) => Number(b) - Number(a))
        return rateRow({ quote, buy: buy ?? '1', sell: sell ?? '1' })
      }),
    ),
  )

export const anySheetCurrency = fc.constantFrom('EUR', 'NOK', 'JPY', 'KWD', 'BTC')
