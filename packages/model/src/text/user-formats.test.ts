import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTimeZone } from './local-time.ts'
import {
  decimalSeparators,
  defaultUserFormats,
  formatDay,
  formatExportInstant,
  formatExportNumber,
  formatInstant,
  formatNumber,
  formatRelative,
  groupSeparators,
  parseLocalDay,
  parseNumber,
  type UserFormats,
} from './user-formats.ts'

const stockholm: UserFormats = { ...defaultUserFormats, timeZone: 'Europe/Stockholm' }

describe('instants', () => {
  test('are shown in the zone of the user, summer and winter, in the format of the user', () => {
    expect(formatInstant('2026-01-31T23:30:00.000Z', stockholm)).toBe('2026-02-01 00:30')
    expect(formatInstant('2026-07-01T22:05:09.000Z', stockholm)).toBe('2026-07-02 00:05')
    expect(formatInstant('2026-07-01T22:05:09.000Z', { ...stockholm, dateFormat: 'YYYY-MM-DD' })).toBe(
      '2026-07-02',
    )
  })

  test('jump and repeat with the clocks', () => {
    expect(formatInstant('2026-03-29T00:59:00Z', stockholm)).toBe('2026-03-29 01:59')
    expect(formatInstant('2026-03-29T01:00:00Z', stockholm)).toBe('2026-03-29 03:00')
    expect(formatInstant('2026-10-25T00:30:00Z', stockholm)).toBe('2026-10-25 02:30')
    expect(formatInstant('2026-10-25T01:30:00Z', stockholm)).toBe('2026-10-25 02:30')
  })

  test('a plain day is no instant and does not move', () => {
    const honolulu = { ...defaultUserFormats, timeZone: 'Pacific/Honolulu' }
    expect(formatDay('1981-04-02', honolulu)).toBe('1981-04-02')
    expect(formatDay('1981-04-02T00:00:00Z', honolulu)).toBe('1981-04-01')
  })

  test('exports follow their own pattern', () => {
    const at = (exportDatePattern: UserFormats['exportDatePattern']) =>
      formatExportInstant('2026-11-05T23:04:09.123Z', { ...stockholm, exportDatePattern })
    expect(at('YYYY-MM-DD HH:MM:SS')).toBe('2026-11-06 00:04:09')
    expect(at('DD.MM.YYYY HH:MM')).toBe('06.11.2026 00:04')
    expect(at('MM/DD/YYYY HH:MM')).toBe('11/06/2026 00:04')
    expect(at('YYYY-MM-DDTHH:MM:SSZ')).toBe('2026-11-05T23:04:09Z')
  })

  test('what is no instant is shown as it came', () => {
    expect(formatInstant('soon', stockholm)).toBe('soon')
    expect(formatRelative('soon', '2026-01-01T00:00:00Z')).toBe('soon')
  })

  test('zones', () => {
    expect(isTimeZone('Europe/Stockholm')).toBe(true)
    expect(isTimeZone('Europe/Atlantis')).toBe(false)
    expect(isTimeZone('')).toBe(false)
  })
})

test.each([
  ['2026-06-15T12:00:30Z', 'just now'],
  ['2026-06-15T11:59:01Z', 'just now'],
  ['2026-06-15T11:59:00Z', '1 minute ago'],
  ['2026-06-15T10:00:01Z', '1 hour ago'],
  ['2026-06-15T14:00:00Z', 'in 2 hours'],
  ['2026-06-14T12:00:01Z', '23 hours ago'],
  ['2026-06-12T12:00:00Z', '3 days ago'],
  ['2026-03-01T12:00:00Z', '3 months ago'],
  ['2024-01-01T12:00:00Z', '2 years ago'],
])('%s is %s', (iso, text) => expect(formatRelative(iso, '2026-06-15T12:00:00Z')).toBe(text))

describe('a local day', () => {
  test.each([
    ['2026-03-29', 'Europe/Stockholm', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Stockholm', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // Clocks go from 00:00 to 01:00, so the day begins at one.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
    // Clocks go from 01:00 back to 00:00, so midnight comes twice and the first one counts.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    // Samoa moved over the date line and never had this day.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
  ])('%s in %s', (day, timeZone, from, to) => expect(parseLocalDay(day, timeZone)).toEqual({ from, to }))

  test.each(['', '2026-02-30', '2026-13-01', '2026-1-1', '2026-01-01T00:00', 'today'])('%j is none', (text) =>
    expect(parseLocalDay(text, 'UTC')).toBeUndefined(),
  )

  const zones = [
    'Europe/Stockholm',
    'Europe/London',
    'Atlantic/Azores',
    'America/New_York',
    'America/Sao_Paulo',
    'America/Santiago',
    'America/Havana',
    'America/Nuuk',
    'Africa/Cairo',
    'Asia/Beirut',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
  ]
  const hourMs = 3_600_000
  const firstMs = Date.UTC(2024, 0, 1)
  const lastMs = Date.UTC(2032, 11, 31)
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const wallClock = (ms: number, timeZone: string) =>
    formatExportInstant(new Date(ms).toISOString(), {
      ...defaultUserFormats,
      timeZone,
      exportDatePattern: 'YYYY-MM-DD HH:MM:SS',
    })
  const offsetMs = (ms: number, timeZone: string) =>
    Date.parse(`${wallClock(ms, timeZone).replace(' ', 'T')}Z`) - ms

  /** The days around every change of the clocks, plus one ordinary day between each two. */
  function interestingDays(timeZone: string): string[] {
    const days: string[] = []
    for (let ms = firstMs; ms < lastMs; ms += 24 * hourMs) {
      if (offsetMs(ms, timeZone) === offsetMs(ms + 24 * hourMs, timeZone)) continue
      days.push(...[-2, -1, 0, 1, 2, 60].map((n) => dayOf(ms + n * 24 * hourMs)))
    }
    return days.length > 0 ? days : [dayOf(firstMs), dayOf(lastMs)]
  }

  test.each(zones)('around the changes of clocks 2024–2032 in %s', (timeZone) => {
    for (const day of interestingDays(timeZone)) {
      const range = parseLocalDay(day, timeZone)
      if (!range) throw new Error(`${day} was not understood`)
      const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
      expect(wallClock(from, timeZone).slice(0, 10), `${day} begins`).toBe(day)
      expect(wallClock(from - 1, timeZone) < day, `${day} begins no later`).toBe(true)
      expect(wallClock(to - 1, timeZone).slice(0, 10), `${day} ends`).toBe(day)
      expect(wallClock(to, timeZone).slice(0, 10) > day, `${day} ends no later`).toBe(true)
    }
  })

  test('every instant belongs to exactly the day it is shown on', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: firstMs, max: lastMs }), (timeZone, ms) => {
        const range = parseLocalDay(wallClock(ms, timeZone).slice(0, 10), timeZone)
        const instant = new Date(ms).toISOString()
        expect(range && range.from <= instant && instant < range.to).toBe(true)
      }),
    )
  })
})

describe('numbers', () => {
  const swedish = { decimalSeparator: ',', groupSeparator: ' ' } as const

  test.each([
    ['1234567.50', '1 234 567,50'],
    ['-1234.5', '-1 234,5'],
    ['-12', '-12'],
    [999, '999'],
    [-0, '0'],
    [1000, '1 000'],
    [1e21, '1 000 000 000 000 000 000 000'],
    [0.0000001, '0,0000001'],
    ['90071992547409931234.12', '90 071 992 547 409 931 234,12'],
    ['n/a', 'n/a'],
  ])('%s is shown as %s', (value, text) => expect(formatNumber(value, swedish)).toBe(text))

  test('an exported number has no groups', () => {
    expect(formatExportNumber('-1234567.50', swedish)).toBe('-1234567,50')
  })

  test.each(['1 23', '1,2,3', ',5', '1.', '', '-', '--1', '1 2345', '1234 567', 'abc', '1 000 ,5', '1.5'])(
    '%j is not read as a number',
    (text) => expect(parseNumber(text, swedish)).toBeUndefined(),
  )

  test('what is shown is read back as what it was', () => {
    const decimal = fc
      .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.option(fc.stringMatching(/^\d{1,8}$/)))
      .map(
        ([negative, whole, decimals]) =>
          `${negative ? '-' : ''}${whole}${decimals === null ? '' : `.${decimals}`}`,
      )
    fc.assert(
      fc.property(
        decimal,
        fc.constantFrom(...decimalSeparators),
        fc.constantFrom(...groupSeparators),
        (text, decimalSeparator, groupSeparator) => {
          const formats = { decimalSeparator, groupSeparator }
          expect(parseNumber(formatNumber(text, formats), formats)).toBe(text)
          expect(parseNumber(formatExportNumber(text, formats), formats)).toBe(text)
        },
      ),
    )
  })
})
