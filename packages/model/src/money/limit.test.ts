import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWithinLimit, limitInForce, mostWithin, roomLeft, towardsLimit } from './limit.ts'
import type { Money } from './money.ts'
import { boundIn, moneyIn, moneyOf, thresholdIn, toMoneyMap } from './money-map.ts'
import { anySheet, anySheetCurrency, rateRow, sheetOf } from './testing/rates.ts'

const eur = (minor: bigint): Money => ({ minor, currency: 'EUR' })
const sheet = sheetOf(
  rateRow({ quote: 'SEK', buy: '11.30', sell: '11.21' }),
  rateRow({ quote: 'JPY', buy: '162.40', sell: '162.00' }),
)

describe('an amount per currency', () => {
  test('is read by its code', () => {
    const map = toMoneyMap([eur(2000n), { minor: 20_000n, currency: 'SEK' }])
    expect(map).toEqual({ EUR: '2000', SEK: '20000' })
    expect(moneyOf(map, 'SEK')).toEqual({ minor: 20_000n, currency: 'SEK' })
    expect(moneyOf(map, 'NOK')).toBeUndefined()
    expect(moneyOf(map, 'toString')).toBeUndefined()
    for (const text of ['', '1.5', 'x', '9'.repeat(19), '9'.repeat(20), '0x1'])
      expect(moneyOf({ EUR: text }, 'EUR'), text).toBeUndefined()
  })

  test('as a threshold is the least it leads to, and unknown where it leads to nothing', () => {
    expect(thresholdIn({ EUR: '1000', SEK: '5000' }, 'max', 'SEK', sheet)).toEqual({
      minor: 5000n,
      currency: 'SEK',
    })
    expect(thresholdIn({ EUR: '1000' }, 'max', 'SEK', sheet)).toEqual({ minor: 11_255n, currency: 'SEK' })
    // The base is not named: 50.00 SEK are 720 JPY or 4.44 EUR, which is less than 900 JPY.
    expect(thresholdIn({ SEK: '5000', USD: '1' }, 'max', 'JPY', sheet)).toEqual({
      minor: 720n,
      currency: 'JPY',
    })
    expect(thresholdIn({ SEK: '5000', JPY: '900' }, 'max', 'EUR', sheet)).toEqual(eur(444n))
    expect(thresholdIn({ EUR: '1000' }, 'max', 'USD', sheet)).toBe('UNKNOWN')
    expect(thresholdIn({ USD: '1000' }, 'max', 'SEK', sheet)).toBe('UNKNOWN')
    expect(thresholdIn({}, 'max', 'SEK', sheet)).toBeUndefined()
  })

  test('is converted from the base at the mid rate where the currency is not named', () => {
    expect(moneyIn({ EUR: '1000', SEK: '5000' }, 'SEK', sheet)?.minor).toBe(5000n)
    expect(moneyIn({ EUR: '1000' }, 'SEK', sheet)).toEqual({ minor: 11_255n, currency: 'SEK' })
    expect(moneyIn({ SEK: '5000' }, 'JPY', sheet)).toBeUndefined()
    expect(moneyIn({ EUR: '1000' }, 'USD', sheet)).toBeUndefined()
  })

  test('becomes a strict bound: the least goes up, the greatest down', () => {
    const bounds = { EUR: '1001' }
    expect(boundIn(bounds, 'min', 'SEK', sheet)?.minor).toBe(11_267n)
    expect(boundIn(bounds, 'max', 'SEK', sheet)?.minor).toBe(11_266n)
    expect(boundIn(bounds, 'max', 'EUR', sheet)?.minor).toBe(1001n)
  })

  test('never lets through what the bound in the base would stop', () => {
    const anyMinor = fc.bigInt({ min: 0n, max: 10n ** 12n })
    fc.assert(
      fc.property(anyMinor, anySheetCurrency, anySheet, (minor, currency, any) => {
        const [min, max] = (['min', 'max'] as const).map(
          (side) => boundIn({ EUR: String(minor) }, side, currency, any)?.minor ?? 0n,
        )
        const spread = (min ?? 0n) - (max ?? 0n)
        expect(spread === 0n || spread === 1n).toBe(true)
      }),
    )
  })
})

describe('a limit', () => {
  const use = { used: eur(700n), reserved: eur(200n) }

  test('has room for exactly so much of another currency', () => {
    const anyMinor = fc.bigInt({ min: 0n, max: 10n ** 12n })
    fc.assert(
      fc.property(anyMinor, anySheetCurrency, anySheet, (minor, currency, any) => {
        const most = mostWithin(eur(minor), currency, any)
        if (!most) return
        const taken = (amount: bigint) => towardsLimit({ minor: amount, currency }, 'EUR', any)?.minor ?? -1n
        expect(taken(most.minor)).toBeLessThanOrEqual(minor)
        expect(taken(most.minor + 1n)).toBeGreaterThan(minor)
      }),
    )
  })

  test('may be reached and not passed', () => {
    expect(isWithinLimit(use, eur(100n), eur(1000n))).toBe(true)
    expect(isWithinLimit(use, eur(101n), eur(1000n))).toBe(false)
  })

  test('leaves the rest, never less than nothing', () => {
    expect(roomLeft(use, eur(1000n))).toEqual(eur(100n))
    expect(roomLeft(use, eur(800n))).toEqual(eur(0n))
  })

  test('counts other currencies rounded up', () => {
    expect(towardsLimit({ minor: 1n, currency: 'JPY' }, 'EUR', sheet)).toEqual(eur(1n))
    expect(towardsLimit({ minor: -1n, currency: 'JPY' }, 'EUR', sheet)).toEqual(eur(0n))
    expect(towardsLimit(eur(5n), 'EUR', sheet)).toEqual(eur(5n))
    expect(towardsLimit({ minor: 1n, currency: 'USD' }, 'EUR', sheet)).toBeUndefined()
  })

  test('falls at once and rises after a day', () => {
    const changedAtMs = Date.parse('2026-03-10T12:00:00Z')
    const hourMs = 3_600_000
    const raise = { before: eur(100n), after: eur(500n), changedAtMs }
    const lowering = { before: eur(500n), after: eur(100n), changedAtMs }
    expect(limitInForce(lowering, changedAtMs)).toEqual(eur(100n))
    expect(limitInForce(raise, changedAtMs)).toEqual(eur(100n))
    expect(limitInForce(raise, changedAtMs + 24 * hourMs - 1)).toEqual(eur(100n))
    expect(limitInForce(raise, changedAtMs + 24 * hourMs)).toEqual(eur(500n))
    expect(limitInForce(raise, changedAtMs, 0)).toEqual(eur(500n))
  })
})
