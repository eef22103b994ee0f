import { describe, expect, test } from 'vitest'
import { boundIn } from './money-map.ts'
import { notingSheet, withKeptRates } from './noted-rates.ts'
import { isStale, rateSheet, readQuote, type RateRow } from './rates.ts'
import { rational } from './rational.ts'
import { noonMs, rateRow, sheetOf } from './testing/rates.ts'

describe('a rate', () => {
  test('has its mid half way', () => {
    const quote = readQuote(rateRow({ quote: 'SEK', buy: '11.30', sell: '11.20' }))
    expect(quote?.mid).toEqual(rational(45n, 4n))
  })

  test.each([
    ['no figure', '', '1'],
    ['a word', '1', 'one'],
    ['zero', '1', '0'],
    ['negative', '1', '-1'],
    ['a spread against us', '11.20', '11.30'],
  ])('cannot be used with %s', (_what, buy, sell) => {
    expect(readQuote(rateRow({ quote: 'SEK', buy, sell }))).toBeUndefined()
  })

  test('may have no spread', () => {
    expect(readQuote(rateRow({ quote: 'SEK', buy: '11.2', sell: '11.20' }))?.sell).toEqual(rational(56n, 5n))
  })
})

describe('the sheet of an instant', () => {
  const sell = '1'
  const idOf = (...rows: readonly RateRow[]) => sheetOf(...rows).quotes.get('SEK')?.rateId
  const older = rateRow({ id: 'older', quote: 'SEK', buy: '2', sell, validFrom: '2026-03-09T00:00:00Z' })
  const newer = rateRow({ id: 'newer', quote: 'SEK', buy: '2', sell })

  test('takes the latest that has begun', () => {
    const future = rateRow({ id: 'future', quote: 'SEK', buy: '2', sell, validFrom: '2026-03-10T12:00:01Z' })
    expect(idOf(older, newer, future)).toBe('newer')
    expect(idOf(future, newer, older)).toBe('newer')
  })

  test('takes a rate set by hand before an imported one', () => {
    const manual = rateRow({ ...older, id: 'manual', source: 'MANUAL' })
    expect(idOf(newer, manual)).toBe('manual')
    expect(idOf(manual, newer)).toBe('manual')
  })

  test('does not depend on the order of rows', () => {
    const twin = rateRow({ ...newer, id: 'newer-too' })
    expect(idOf(twin, newer)).toBe(idOf(newer, twin))
  })

  test('has no rate where the one in force cannot be used', () => {
    expect(idOf(older, rateRow({ ...newer, buy: '0.5' }))).toBeUndefined()
  })

  test('leaves out other bases, other services and rows whose date is none', () => {
    const rows = [
      rateRow({ quote: 'SEK', buy: '2', sell, base: 'USD' }),
      rateRow({ quote: 'SEK', buy: '2', sell, service: 'OTHER' }),
      rateRow({ quote: 'SEK', buy: '2', sell, validFrom: 'soon' }),
      rateRow({ quote: 'EUR', buy: '2', sell }),
    ]
    const { quotes } = rateSheet(rows, { base: 'EUR', service: 'ACTIVE', nowMs: noonMs })
    expect([quotes.get('SEK'), quotes.get('EUR')]).toEqual([undefined, undefined])
  })
})

test('an imported rate is stale after 36 hours, one set by hand never is', () => {
  const hourMs = 3_600_000
  const imported = readQuote(rateRow({ quote: 'SEK', buy: '2', sell: '1' }))
  const manual = readQuote(rateRow({ quote: 'SEK', buy: '2', sell: '1', source: 'MANUAL' }))
  if (!imported || !manual) throw new Error('both are good rates')
  const beganMs = Date.parse('2026-03-10T00:00:00Z')
  expect(isStale(imported, beganMs + 36 * hourMs)).toBe(false)
  expect(isStale(imported, beganMs + 36 * hourMs + 1)).toBe(true)
  expect(isStale(imported, beganMs + 13 * hourMs, 12)).toBe(true)
  expect(isStale(manual, beganMs + 9999 * hourMs)).toBe(false)
})

describe('rates that are kept', () => {
  const [nok, sek] = [
    rateRow({ quote: 'NOK', buy: '12', sell: '11' }),
    rateRow({ quote: 'SEK', buy: '11', sell: '10' }),
  ]
  const bounds = { EUR: '1000' }

  test('are those an amount was converted by, each once', () => {
    const noting = notingSheet(sheetOf(nok, sek))
    expect(boundIn(bounds, 'max', 'EUR', noting)).toEqual({ minor: 1000n, currency: 'EUR' })
    expect(noting.noted).toEqual([])
    for (const side of ['min', 'max'] as const) boundIn(bounds, side, 'SEK', noting)
    boundIn(bounds, 'max', 'XXX', noting)
    expect(noting.noted).toEqual([sek])
  })

  test('count instead of those that hold later, which serve for other currencies', () => {
    const later = sheetOf({ ...sek, buy: '99', sell: '99' }, nok)
    const sheet = withKeptRates([sek], later)
    expect(boundIn(bounds, 'max', 'SEK', sheet)).toEqual({ minor: 10_500n, currency: 'SEK' })
    expect(boundIn(bounds, 'max', 'NOK', sheet)).toEqual({ minor: 11_500n, currency: 'NOK' })
    expect(withKeptRates(undefined, later)).toBe(later)
  })
})
