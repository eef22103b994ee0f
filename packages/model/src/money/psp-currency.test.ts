import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exponentOf } from '../reference/currencies.ts'
import { fromPspAmount, toPspAmount, type PspCurrencyProfile } from './psp-currency.ts'

const profile = (rest: Partial<PspCurrencyProfile>): PspCurrencyProfile => ({
  psp: 'EuroCard',
  currency: 'HUF',
  exponent: 2,
  stepMinor: 1n,
  ...rest,
})

describe('a provider that counts otherwise', () => {
  test('in whole forint', () => {
    const whole = profile({ exponent: 0 })
    expect(toPspAmount({ minor: 150_000n, currency: 'HUF' }, whole)).toEqual({ ok: true, minor: 1500n })
    expect(toPspAmount({ minor: 150_050n, currency: 'HUF' }, whole)).toEqual({
      ok: false,
      reason: 'DECIMALS',
    })
  })

  test('in hundredths of a króna', () => {
    const hundredths = profile({ currency: 'ISK', exponent: 2, stepMinor: 100n })
    expect(toPspAmount({ minor: 1500n, currency: 'ISK' }, hundredths)).toEqual({ ok: true, minor: 150_000n })
    expect(fromPspAmount(150_000n, hundredths)).toEqual({ minor: 1500n, currency: 'ISK' })
    expect(fromPspAmount(150_050n, hundredths)).toBeUndefined()
  })

  test('in steps', () => {
    const steps = profile({ stepMinor: 100n })
    expect(toPspAmount({ minor: 150_000n, currency: 'HUF' }, steps)).toEqual({ ok: true, minor: 150_000n })
    expect(toPspAmount({ minor: 150_001n, currency: 'HUF' }, steps)).toEqual({ ok: false, reason: 'STEP' })
  })

  test('within bounds, whichever way the money goes', () => {
    const bounded = profile({ minMinor: 100n, maxMinor: 1000n })
    const reasonOf = (minor: bigint) => {
      const amount = toPspAmount({ minor, currency: 'HUF' }, bounded)
      return amount.ok ? amount.minor : amount.reason
    }
    expect([99n, 100n, 1000n, 1001n].map(reasonOf)).toEqual(['BELOW_MIN', 100n, 1000n, 'ABOVE_MAX'])
    expect([-99n, -100n, -1001n].map(reasonOf)).toEqual(['BELOW_MIN', -100n, 'ABOVE_MAX'])
  })

  test('another currency is refused', () => {
    expect(toPspAmount({ minor: 1n, currency: 'EUR' }, profile({}))).toEqual({
      ok: false,
      reason: 'CURRENCY',
    })
  })
})

test('an amount a provider takes is the same amount, and comes back as it went', () => {
  const anyProfile = fc.record({
    psp: fc.constant('EuroCard'),
    currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'BTC'),
    exponent: fc.integer({ min: 0, max: 8 }),
    stepMinor: fc.constantFrom(1n, 5n, 100n),
  })
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), anyProfile, (minor, any) => {
      const amount = toPspAmount({ minor, currency: any.currency }, any)
      if (!amount.ok) return
      expect(amount.minor * 10n ** BigInt(exponentOf(any.currency))).toBe(minor * 10n ** BigInt(any.exponent))
      expect(fromPspAmount(amount.minor, any)).toEqual({ minor, currency: any.currency })
    }),
  )
})
