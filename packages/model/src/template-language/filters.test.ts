import { describe, expect, test } from 'vitest'
import { render } from './render.ts'

const filtered = (filter: string, v: unknown, options: { locale?: string; timeZone?: string } = {}) =>
  render(`\${v;${filter}}`, { v }, { escape: 'none', ...options })

const output = (filter: string, v: unknown, options?: { locale?: string; timeZone?: string }) =>
  filtered(filter, v, options).output

describe('money', () => {
  test.each([
    ['12.00', 'EUR', 'en', '12.00 EUR'],
    ['1234567.5', 'EUR', 'en', '1,234,567.50 EUR'],
    ['1234567.5', 'EUR', 'de_DE', '1.234.567,50 EUR'],
    ['1234567.5', 'SEK', 'sv_SE', '1 234 567,50 SEK'],
    ['-1200', 'JPY', 'en', '-1,200 JPY'],
    ['1.5', 'KWD', 'en', '1.500 KWD'],
    ['5', 'CLF', 'en', '5.0000 CLF'],
    ['0.00012345', 'BTC', 'en', '0.00012345 BTC'],
    ['12345678901234567890.12', 'EUR', 'en', '12,345,678,901,234,567,890.12 EUR'],
    ['12.00', 'EUR', 'not a locale', '12.00 EUR'],
    ['12.00', 'EUR', 'all', '12.00 EUR'],
  ])('%s %s in %s', (amount, currency, locale, expected) => {
    expect(output('money', { amount, currency }, { locale })).toBe(expected)
  })

  test('an amount shown as it is', () => {
    expect(render('${v}', { v: { amount: '1.50', currency: 'EUR' } }, { escape: 'none' }).output).toBe(
      '1.50 EUR',
    )
  })

  test.each([[12], ['12'], [{ amount: 12, currency: 'EUR' }], [{ amount: '1e9', currency: 'EUR' }], [[]]])(
    '%j is no amount',
    (value) => {
      expect(filtered('money', value).warnings).toMatchObject([{ message: 'v is not an amount' }])
    },
  )
})

describe('date', () => {
  const moment = '2026-02-03T22:05:09.087Z'
  test.each([
    ["date(yyyy-MM-dd'T'HH:mm:ssZ)", {}, '2026-02-03T22:05:09+0000'],
    ["date(yyyy-MM-dd'T'HH:mm:ssZ)", { timeZone: 'Europe/Stockholm' }, '2026-02-03T23:05:09+0100'],
    ['date(d/M/yy HH:mm:ss.SSS XXX)', { timeZone: 'Asia/Kolkata' }, '4/2/26 03:35:09.087 +05:30'],
    ['date(XX X)', { timeZone: 'America/St_Johns' }, '-0330 -03'],
    ['date(X)', {}, 'Z'],
    ['date(hh:mm a)', {}, '10:05 PM'],
    ['date(EEEE d MMMM yyyy)', { locale: 'sv_SE' }, 'tisdag 3 februari 2026'],
    ['date(EEE d MMM)', { locale: 'en' }, 'Tue 3 Feb'],
    ["date(h 'o''clock')", {}, "10 o'clock"],
    ["date(yyyy'')", {}, "2026'"],
    ['date', {}, '2026-02-03 22:05'],
    ['date()', { timeZone: 'Not/AZone' }, '2026-02-03 22:05'],
  ])('%s with %j', (filter, options, expected) => {
    expect(output(filter, moment, options)).toBe(expected)
  })

  test('a birthday stays the day it is in every zone', () => {
    expect(output('date(yyyy-MM-dd)', '1987-11-03', { timeZone: 'America/Los_Angeles' })).toBe('1987-11-03')
  })

  test('dates and milliseconds are dates too', () => {
    expect(output('date(yyyy)', new Date(moment))).toBe('2026')
    expect(output('date(yyyy)', Date.parse(moment))).toBe('2026')
  })

  test.each([
    ['tomorrow'],
    ['2026-13-01T00:00:00Z'],
    ['2026-02-03T22:05'],
    [Number.NaN],
    [1e300],
    [{}],
    [new Date(Number.NaN)],
  ])('%s is no date', (value) => {
    expect(filtered('date', value)).toMatchObject({ output: '', warnings: [{ message: 'v is not a date' }] })
  })
})

test.each([
  ['411111******1111', '411111******1111'],
  ['4111111111111111', '411111******1111'],
  ['4111 1111 1111 1111', '411111******1111'],
  ['SE4550000000058398257466', 'SE45****************7466'],
  ['elsa@mail.example', 'e***@m***.example'],
  ['+46701234523', '+46*******23'],
  ['1987-11-03', '1987-**-**'],
  ['192.0.2.17', '192.0.2.0/24'],
  ['Elsa', 'E***'],
  ['', ''],
])('%s is masked as %s', (value, expected) => {
  expect(output('mask', value)).toBe(expected)
})

test.each([
  ['A', 'x'],
  ['B', 'y'],
  ['C', 'z'],
  [null, 'z'],
])('map turns %s into %s', (value, expected) => {
  expect(filtered('map(A->x, \'B\'->"y", *->z)', value)).toMatchObject({ output: expected, warnings: [] })
})

test('map without a star lets other values through', () => {
  expect(output('map(A->x)', 'C')).toBe('C')
  expect(output('map(1->one,true->yes)', 1)).toBe('one')
})

test('url and upper', () => {
  expect(output('url', 'a b&c=/?\ud800')).toBe('a%20b%26c%3D%2F%3F%EF%BF%BD')
  expect(output('upper', 'straße')).toBe('STRASSE')
})

test('filters work from left to right', () => {
  expect(output('map(A->b);upper;json', 'A')).toBe('"B"')
})

test('json of what JSON does not know', () => {
  const value = { at: new Date(0), big: 5n, nan: Number.NaN, gone: undefined, run: () => 1 }
  expect(JSON.parse(output('json', value))).toEqual({ at: '1970-01-01T00:00:00.000Z', big: '5', nan: null })
  expect(output('json', undefined)).toBe('null')
})
