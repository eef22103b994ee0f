import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencies, exponentOf } from '../reference/currencies.ts'
import { defaultUserFormats } from '../text/user-formats.ts'
import { maxMinor } from './money.ts'
import { decimalText, parseMoney, parseSignedMoney, notAnAmount, readableMoney } from './money-text.ts'

const anyCurrency = fc.constantFrom(...currencies.map(({ code }) => code))
const anyMinor = fc.bigInt({ min: -maxMinor, max: maxMinor })

describe('the decimals of a currency', () => {
  test('are two but for the exceptions', () => {
    const exceptions: Record<number, string> = {
      0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
      3: 'BHD IQD JOD KWD LYD OMR TND',
      4: 'CLF UYW',
      6: 'USDC USDT',
      8: 'BTC ETH LTC',
    }
    const expected = new Map(
      Object.entries(exceptions).flatMap(([digits, codes]) =>
        codes.split(' ').map((code) => [code, Number(digits)] as const),
      ),
    )
    for (const { code, exponent } of currencies) expect(exponent, code).toBe(expected.get(code) ?? 2)
    for (const code of expected.keys()) expect(() => exponentOf(code), code).not.toThrow()
  })

  test('are ISO 4217 where the platform shows fewer', () => {
    expect(decimalText({ minor: 1_234_567n, currency: 'HUF' })).toBe('12345.67')
    expect(decimalText({ minor: 1_234_567n, currency: 'IQD' })).toBe('1234.567')
    expect(decimalText({ minor: 500n, currency: 'MGA' })).toBe('5.00')
  })
})

test.each([
  ['12.00', 'EUR', 1200n],
  ['12', 'EUR', 1200n],
  ['12.5', 'EUR', 1250n],
  ['0', 'EUR', 0n],
  ['0.01', 'EUR', 1n],
  ['15000', 'JPY', 15000n],
  ['30.674', 'KWD', 30674n],
  ['0.00000001', 'BTC', 1n],
  ['92233720368547758.07', 'EUR', maxMinor],
  ['92233720368.54775807', 'BTC', maxMinor],
])('%s %s is an amount', (text, currency, minor) => {
  expect(parseMoney(text, currency)).toEqual({ minor, currency })
})

describe('what is not exactly an amount is refused', () => {
  test.each([
    ['one decimal too many', '12.345', 'EUR'],
    ['one decimal too many, though zero', '12.000', 'EUR'],
    ['a decimal where there are none', '1.0', 'JPY'],
    ['letters', '12EUR', 'EUR'],
    ['an exponent', '1e3', 'EUR'],
    ['hexadecimal', '0x10', 'EUR'],
    ['a minus sign', '-12.00', 'EUR'],
    ['a minus sign on nothing', '-0.00', 'EUR'],
    ['a plus sign', '+12.00', 'EUR'],
    ['a comma', '12,00', 'EUR'],
    ['groups', '1 000.00', 'EUR'],
    ['an underscore', '1_000', 'EUR'],
    ['a space before', ' 12.00', 'EUR'],
    ['a line after', '12.00\n', 'EUR'],
    ['nothing', '', 'EUR'],
    ['only a point', '.', 'EUR'],
    ['no whole part', '.50', 'EUR'],
    ['a point and no decimals', '12.', 'EUR'],
    ['two points', '1.2.3', 'EUR'],
    ['leading zeros', '012.00', 'EUR'],
    ['digits of another script', '١٢.٠٠', 'EUR'],
    ['not a number', 'NaN', 'EUR'],
    ['infinity', 'Infinity', 'EUR'],
    ['one more than the database holds', '92233720368547758.08', 'EUR'],
    ['a number nobody has', '9'.repeat(1_000_000), 'EUR'],
    ['an unknown currency', '12.00', 'XXX'],
    ['a currency in small letters', '12.00', 'eur'],
    ['a name every object has', '12.00', 'constructor'],
  ])('%s', (_what, text, currency) => {
    expect(parseMoney(text, currency)).toBeUndefined()
  })
})

test('a sign is read where amounts have a direction', () => {
  expect(parseSignedMoney('-12.00', 'EUR')).toEqual({ minor: -1200n, currency: 'EUR' })
  expect(parseSignedMoney('-0.00', 'EUR')).toEqual({ minor: 0n, currency: 'EUR' })
  expect(parseSignedMoney('12.00', 'EUR')).toEqual({ minor: 1200n, currency: 'EUR' })
  expect(parseSignedMoney('-92233720368547758.07', 'EUR')?.minor).toBe(-maxMinor)
  expect(parseSignedMoney('-92233720368547758.08', 'EUR')).toBeUndefined()
  expect(parseSignedMoney('--1', 'EUR')).toBeUndefined()
  expect(parseSignedMoney('+1', 'EUR')).toBeUndefined()
})

test('amounts are written with all their decimals', () => {
  expect(decimalText({ minor: 1200n, currency: 'EUR' })).toBe('12.00')
  expect(decimalText({ minor: 5n, currency: 'EUR' })).toBe('0.05')
  expect(decimalText({ minor: -5n, currency: 'EUR' })).toBe('-0.05')
  expect(decimalText({ minor: 0n, currency: 'JPY' })).toBe('0')
  expect(decimalText({ minor: 1n, currency: 'BTC' })).toBe('0.00000001')
  expect(() => decimalText({ minor: 1n, currency: 'XXX' })).toThrow(RangeError)
})

test('people read their own separators and the code after the figure', () => {
  const swedish = { ...defaultUserFormats, decimalSeparator: ',', groupSeparator: ' ' } as const
  const much = { minor: -123_456_789n, currency: 'SEK' }
  expect(readableMoney(much, defaultUserFormats)).toBe('-1,234,567.89 SEK')
  expect(readableMoney(much, swedish)).toBe('-1 234 567,89 SEK')
})

test('every amount survives being written and read', () => {
  fc.assert(
    fc.property(anyMinor, anyCurrency, (minor, currency) => {
      expect(parseSignedMoney(decimalText({ minor, currency }), currency)).toEqual({ minor, currency })
    }),
  )
})

test('whatever is read is written back as the same number', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,18})(\.\d{1,9})?$/)
  fc.assert(
    fc.property(digits, anyCurrency, (text, currency) => {
      const money = parseSignedMoney(text, currency)
      if (!money) return
      const [whole, decimals = ''] = text.replace(/^-(?=0(\.0*)?$)/, '').split('.')
      const written = decimals.padEnd(exponentOf(currency), '0')
      expect(decimalText(money)).toBe(written === '' ? whole : `${whole}.${written}`)
    }),
  )
})

test.each([
  ['12,50', 'EUR', 'Use a point as the decimal sign: 12.50'],
  ['-1.234,5', 'EUR', 'Use a point as the decimal sign: -1234.5'],
  ['1,234.50', 'EUR', 'Use a point as the decimal sign: 1234.50'],
  ['1,234', 'EUR', 'Use a point as the decimal sign, and nothing between thousands'],
  ['1,234', 'BHD', 'Use a point as the decimal sign, and nothing between thousands'],
  ['12,5', 'JPY', 'Use a point as the decimal sign, and nothing between thousands'],
  ['12.505', 'EUR', 'Not an amount in EUR'],
  ['twelve', 'EUR', 'Not an amount in EUR'],
])('%s in %s is no amount: %s', (text, currency, message) => {
  expect(notAnAmount(text, currency)).toBe(message)
})
