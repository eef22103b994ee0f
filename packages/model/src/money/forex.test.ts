import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convertAt, convertForPayment, midRate, tradingRate, withMargin, type ForexTerms } from './forex.ts'
import { addMoney, negateMoney, type Money } from './money.ts'
import { parseRationalText, rational, rationalText, roundings } from './rational.ts'
import { anySheet, anySheetCurrency, rateRow, sheetOf } from './testing/rates.ts'

const terms = (toCurrency: string, rest: Partial<ForexTerms> = {}): ForexTerms => ({
  toCurrency,
  marginPpm: 0,
  rounding: 'HALF_UP',
  roundToInteger: false,
  ...rest,
})

describe('worked cases', () => {
  test('a deposit of 1,000.00 NOK through a PSP in EUR with 1 % for the merchant', () => {
    const sheet = sheetOf(rateRow({ quote: 'NOK', buy: '11.6650', sell: '11.60' }))
    const nok = { minor: 100_000n, currency: 'NOK' }
    const conversion = convertForPayment(nok, 'DEPOSIT', terms('EUR', { marginPpm: 10_000 }), sheet)
    expect(conversion?.amount).toEqual({ minor: 8658n, currency: 'EUR' })
    expect(conversion?.quotes.map(({ rateId }) => rateId)).toEqual(['rate-NOK'])
  })

  test.each([
    ['HALF_UP', 220_739n],
    ['HALF_EVEN', 220_738n],
    ['DOWN', 220_738n],
    ['UP', 220_739n],
  ] as const)('a withdrawal of 200.00 EUR in SEK with 1.5 %% for the merchant, %s', (rounding, minor) => {
    const sheet = sheetOf(rateRow({ quote: 'SEK', buy: '11.30', sell: '11.2050' }))
    const eur = { minor: 20_000n, currency: 'EUR' }
    const conversion = convertForPayment(
      eur,
      'WITHDRAWAL',
      terms('SEK', { marginPpm: 15_000, rounding }),
      sheet,
    )
    expect(conversion?.amount).toEqual({ minor, currency: 'SEK' })
  })

  test('the same in whole kronor', () => {
    const sheet = sheetOf(rateRow({ quote: 'SEK', buy: '11.30', sell: '11.2050' }))
    const whole = terms('SEK', { marginPpm: 15_000, roundToInteger: true })
    const conversion = convertForPayment({ minor: 20_000n, currency: 'EUR' }, 'WITHDRAWAL', whole, sheet)
    expect(conversion?.amount).toEqual({ minor: 220_700n, currency: 'SEK' })
  })

  test('15,000 JPY in KWD through EUR, where rounding on the way would cost a fils', () => {
    const sheet = sheetOf(
      rateRow({ quote: 'JPY', buy: '162.40', sell: '162.00' }),
      rateRow({ quote: 'KWD', buy: '0.33300', sell: '0.33210' }),
    )
    const jpy = { minor: 15_000n, currency: 'JPY' }
    const once = convertForPayment(jpy, 'DEPOSIT', terms('KWD'), sheet)
    expect(once?.amount).toEqual({ minor: 30_674n, currency: 'KWD' })
    expect(once?.quotes.map(({ rateId }) => rateId)).toEqual(['rate-JPY', 'rate-KWD'])

    const euro = convertForPayment(jpy, 'DEPOSIT', terms('EUR'), sheet)?.amount ?? jpy
    const twice = convertForPayment(euro, 'DEPOSIT', terms('KWD'), sheet)
    expect(twice?.amount).toEqual({ minor: 30_673n, currency: 'KWD' })
  })
})

describe('rates', () => {
  const sheet = sheetOf(
    rateRow({ quote: 'SEK', buy: '11.30', sell: '11.20' }),
    rateRow({ quote: 'NOK', buy: '11.70', sell: '11.60' }),
  )

  test('take foreign currency in at buy and give it out at sell', () => {
    expect(tradingRate(sheet, 'SEK', 'EUR')?.rate).toEqual(rational(10n, 113n))
    expect(tradingRate(sheet, 'EUR', 'SEK')?.rate).toEqual(rational(56n, 5n))
    expect(tradingRate(sheet, 'SEK', 'NOK')?.rate).toEqual(rational(1160n, 1130n))
    expect(midRate(sheet, 'SEK', 'NOK')?.rate).toEqual(rational(1165n, 1125n))
  })

  test('are missing rather than guessed', () => {
    expect(tradingRate(sheet, 'SEK', 'USD')).toBeUndefined()
    expect(tradingRate(sheet, 'USD', 'SEK')).toBeUndefined()
    expect(tradingRate(sheet, 'USD', 'EUR')).toBeUndefined()
    expect(convertForPayment({ minor: 1n, currency: 'USD' }, 'DEPOSIT', terms('EUR'), sheet)).toBeUndefined()
  })

  test('a currency into itself is left alone, margin or not', () => {
    const usd = { minor: 12_345n, currency: 'USD' }
    const same = convertForPayment(usd, 'DEPOSIT', terms('USD', { marginPpm: 10_000 }), sheet)
    expect(same).toEqual({ amount: usd, rate: rational(1n), appliedRate: rational(1n), quotes: [] })
  })

  test('a stored rate repeats the exchange', () => {
    const sek = { minor: 98_765n, currency: 'SEK' }
    const first = convertForPayment(sek, 'DEPOSIT', terms('NOK', { marginPpm: 12_500 }), sheet)
    const stored = parseRationalText(rationalText(first?.appliedRate ?? rational(0n)))
    expect(convertAt(sek, 'NOK', stored ?? rational(0n))).toEqual(first?.amount)
  })
})

describe('the margin', () => {
  test('favours the merchant in both directions, and the user when it is negative', () => {
    const rate = rational(2n)
    expect(withMargin(rate, 'DEPOSIT', 10_000)).toEqual(rational(202n, 100n))
    expect(withMargin(rate, 'WITHDRAWAL', 10_000)).toEqual(rational(198n, 100n))
    expect(withMargin(rate, 'DEPOSIT', -10_000)).toEqual(rational(198n, 100n))
    expect(withMargin(rate, 'WITHDRAWAL', -10_000)).toEqual(rational(202n, 100n))
  })

  test('cannot be everything, nor finer than a millionth', () => {
    expect(() => withMargin(rational(1n), 'WITHDRAWAL', 1_000_000)).toThrow(RangeError)
    expect(() => withMargin(rational(1n), 'DEPOSIT', -1_000_000)).toThrow(RangeError)
    expect(() => withMargin(rational(1n), 'DEPOSIT', 0.5)).toThrow(RangeError)
  })
})

describe('any conversion', () => {
  const anyMinor = fc.bigInt({ min: 0n, max: 10n ** 15n })
  const anyTerms = fc.record({
    toCurrency: anySheetCurrency,
    marginPpm: fc.integer({ min: -500_000, max: 500_000 }),
    rounding: fc.constantFrom(...roundings),
    roundToInteger: fc.boolean(),
  })
  const anyDirection = fc.constantFrom('DEPOSIT', 'WITHDRAWAL' as const)

  test('gives more for more, and the mirror image for the opposite', () => {
    fc.assert(
      fc.property(
        anyMinor,
        anyMinor,
        anySheetCurrency,
        anyTerms,
        anyDirection,
        anySheet,
        (minor, more, currency, any, direction, sheet) => {
          const small: Money = { minor, currency }
          const large = addMoney(small, { minor: more, currency })
          const convert = (money: Money) =>
            convertForPayment(money, direction, any, sheet)?.amount.minor ?? 0n
          expect(convert(small) <= convert(large)).toBe(true)
          expect(convert(negateMoney(small))).toBe(-convert(small))
        },
      ),
    )
  })

  test('there and back never makes money for the customer', () => {
    fc.assert(
      fc.property(anyMinor, anySheetCurrency, anySheetCurrency, anySheet, (minor, currency, to, sheet) => {
        const money: Money = { minor, currency }
        const cautious = { rounding: 'DOWN' } as const
        const there = convertForPayment(money, 'WITHDRAWAL', terms(to, cautious), sheet)?.amount ?? money
        const back = convertForPayment(there, 'WITHDRAWAL', terms(currency, cautious), sheet)?.amount ?? money
        expect(back.currency).toBe(currency)
        expect(back.minor <= minor).toBe(true)
      }),
    )
  })

  test('at the mid rate and back is within what the roundings can move', () => {
    fc.assert(
      fc.property(anyMinor, anySheetCurrency, anySheetCurrency, anySheet, (minor, currency, to, sheet) => {
        const [out, home] = [midRate(sheet, currency, to), midRate(sheet, to, currency)]
        if (!out || !home) throw new Error('the sheet has all five')
        const there = convertAt({ minor, currency }, to, out.rate)
        const back = convertAt(there, currency, home.rate)
        // Half a unit on the far side is worth this much on the near side, and half a unit is rounded here.
        const half = convertAt({ minor: 1n, currency: to }, currency, home.rate, { rounding: 'UP' }).minor
        const off = back.minor > minor ? back.minor - minor : minor - back.minor
        expect(off <= half + 1n).toBe(true)
      }),
    )
  })
})
