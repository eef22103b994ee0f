import { expect, test } from 'vitest'
import { currencies, currencyOf, exponentOf } from './currencies.ts'

test('every currency has a code of its own, a name and a sane exponent', () => {
  expect(new Set(currencies.map((currency) => currency.code)).size).toBe(currencies.length)
  expect(currencies.length).toBeGreaterThan(160)
  for (const { code, exponent, name } of currencies) {
    expect(code).toMatch(/^[A-Z]{3,4}$/)
    expect([0, 2, 3, 4, 6, 8]).toContain(exponent)
    expect(name.length, code).toBeGreaterThan(2)
  }
})

test.each([
  ['EUR', 2],
  ['JPY', 0],
  ['ISK', 0],
  ['UGX', 0],
  ['KWD', 3],
  ['TND', 3],
  ['CLF', 4],
  ['UYW', 4],
  ['BTC', 8],
  ['ETH', 8],
  ['LTC', 8],
  ['USDT', 6],
  ['USDC', 6],
] as const)('%s has %i decimals', (code, exponent) => expect(exponentOf(code)).toBe(exponent))

test('exactly the currencies of ISO 4217 without decimals have none', () => {
  const whole = currencies.filter((currency) => currency.exponent === 0).map((currency) => currency.code)
  expect(whole.join(' ')).toBe('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF')
})

test('the platform agrees on the decimals, except that it shows none where people stopped using them', () => {
  for (const { code, exponent } of currencies) {
    if (exponent > 4 || code.length > 3) continue
    const digits = new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions()
    expect([exponent, 0], code).toContain(digits.maximumFractionDigits)
  }
})

test('codes that are no longer or never were money are unknown', () => {
  for (const code of ['HRK', 'BGN', 'ZWL', 'XAU', 'XXX', 'eur', '']) expect(currencyOf(code)).toBeUndefined()
  expect(() => exponentOf('XXX')).toThrow(RangeError)
  expect(currencyOf('SEK')).toEqual({ code: 'SEK', exponent: 2, name: 'Swedish Krona' })
})
