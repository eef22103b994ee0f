import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isInWindow, windowAt, type LimitPeriod } from './window.ts'

const stockholm = 'Europe/Stockholm'

function hoursOf(kind: 'DAY' | 'WEEK' | 'MONTH', now: string, timeZone = stockholm) {
  const { fromMs, untilMs } = windowAt({ kind, timeZone }, Date.parse(now))
  return {
    from: new Date(fromMs).toISOString(),
    until: new Date(untilMs).toISOString(),
    hours: (untilMs - fromMs) / 3_600_000,
  }
}

describe('a day', () => {
  test.each([
    ['ordinary', '2026-01-15T10:00:00Z', '2026-01-14T23:00:00.000Z', 24],
    ['when clocks go forward', '2026-03-29T10:00:00Z', '2026-03-28T23:00:00.000Z', 23],
    ['when clocks go back', '2026-10-25T10:00:00Z', '2026-10-24T22:00:00.000Z', 25],
  ])('%s', (_what, now, from, hours) => {
    expect(hoursOf('DAY', now)).toMatchObject({ from, hours })
  })

  test('is that of the merchant, not of Greenwich', () => {
    expect(hoursOf('DAY', '2026-01-15T23:30:00Z').from).toBe('2026-01-15T23:00:00.000Z')
    expect(hoursOf('DAY', '2026-01-15T23:30:00Z', 'UTC').from).toBe('2026-01-15T00:00:00.000Z')
    expect(hoursOf('DAY', '2026-01-15T23:30:00Z', 'Asia/Kathmandu').from).toBe('2026-01-15T18:15:00.000Z')
  })

  test('begins when the clocks skip midnight, and survives a day that never was', () => {
    expect(hoursOf('DAY', '2026-09-06T12:00:00Z', 'America/Santiago')).toEqual({
      from: '2026-09-06T04:00:00.000Z',
      until: '2026-09-07T03:00:00.000Z',
      hours: 23,
    })
    expect(hoursOf('DAY', '2011-12-30T09:59:59Z', 'Pacific/Apia')).toMatchObject({
      until: '2011-12-30T10:00:00.000Z',
      hours: 24,
    })
  })
})

describe('a week', () => {
  test('begins on Monday', () => {
    const week = { from: '2026-03-01T23:00:00.000Z', until: '2026-03-08T23:00:00.000Z', hours: 168 }
    for (const now of ['2026-03-01T23:00:00Z', '2026-03-04T12:00:00Z', '2026-03-08T22:59:59.999Z'])
      expect(hoursOf('WEEK', now)).toEqual(week)
    expect(hoursOf('WEEK', '2026-03-08T23:00:00Z').from).toBe(week.until)
  })

  test('has an hour less or more when clocks change, and runs over the new year', () => {
    expect(hoursOf('WEEK', '2026-03-29T10:00:00Z').hours).toBe(167)
    expect(hoursOf('WEEK', '2026-10-20T10:00:00Z').hours).toBe(169)
    expect(hoursOf('WEEK', '2027-01-01T10:00:00Z', 'UTC').from).toBe('2026-12-28T00:00:00.000Z')
  })
})

test('a month is the one of the calendar', () => {
  expect(hoursOf('MONTH', '2026-03-31T22:00:00Z')).toMatchObject({ from: '2026-03-31T22:00:00.000Z' })
  expect(hoursOf('MONTH', '2026-03-31T21:59:59Z').hours).toBe(31 * 24 - 1)
  expect(hoursOf('MONTH', '2028-02-29T12:00:00Z').hours).toBe(29 * 24)
  expect(hoursOf('MONTH', '2026-12-31T12:00:00Z', 'UTC').until).toBe('2027-01-01T00:00:00.000Z')
})

test('a rolling window ends now, leaves out its first instant and does not care for clocks', () => {
  const nowMs = Date.parse('2026-03-29T10:00:00Z')
  const window = windowAt({ kind: 'ROLLING', hours: 24 }, nowMs)
  const dayMs = 24 * 3_600_000
  expect(isInWindow(window, nowMs)).toBe(true)
  expect(isInWindow(window, nowMs + 1)).toBe(false)
  expect(isInWindow(window, nowMs - dayMs)).toBe(false)
  expect(isInWindow(window, nowMs - dayMs + 1)).toBe(true)
})

test('every instant is in its own window, and the windows follow each other without a gap', () => {
  const zones = [
    'UTC',
    stockholm,
    'America/Santiago',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Australia/Lord_Howe',
  ]
  const anyPeriod: fc.Arbitrary<LimitPeriod> = fc.record({
    kind: fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const),
    timeZone: fc.constantFrom(...zones),
  })
  const anyInstant = fc.integer({ min: Date.parse('2005-01-01'), max: Date.parse('2035-01-01') })
  fc.assert(
    fc.property(anyPeriod, anyInstant, (period, nowMs) => {
      const window = windowAt(period, nowMs)
      expect(isInWindow(window, nowMs)).toBe(true)
      expect(windowAt(period, window.fromMs)).toEqual(window)
      expect(windowAt(period, window.untilMs - 1)).toEqual(window)
      expect(windowAt(period, window.untilMs).fromMs).toBe(window.untilMs)
      expect(windowAt(period, nowMs)).toEqual(window)
    }),
  )
})
