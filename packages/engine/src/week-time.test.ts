import fc from 'fast-check'
import { expect, it } from 'vitest'
import { minuteOfWeek, minutesPerDay } from './week-time.ts'

const minute = (day: number, hour: number, minutes: number) => (day - 1) * minutesPerDay + hour * 60 + minutes

it.each([
  ['2026-03-29T00:59:59Z', 'Europe/Berlin', minute(7, 1, 59)],
  ['2026-03-29T01:00:00Z', 'Europe/Berlin', minute(7, 3, 0)],
  ['2026-10-25T00:30:00Z', 'Europe/Berlin', minute(7, 2, 30)],
  ['2026-10-25T01:30:00Z', 'Europe/Berlin', minute(7, 2, 30)],
  ['2026-10-25T02:00:00Z', 'Europe/Berlin', minute(7, 3, 0)],
  ['2026-01-04T23:59:59.999Z', 'UTC', minute(7, 23, 59)],
  ['2026-01-05T00:00:00Z', 'UTC', minute(1, 0, 0)],
  ['2026-01-04T18:15:00Z', 'Asia/Kathmandu', minute(1, 0, 0)],
  ['2026-04-04T15:00:00Z', 'Australia/Lord_Howe', minute(7, 1, 30)],
  ['1969-12-31T00:00:00Z', 'UTC', minute(3, 0, 0)],
])('%s in %s', (instant, timeZone, expected) => {
  expect(minuteOfWeek(Date.parse(instant), timeZone)).toBe(expected)
})

it('agrees with the clocks of the platform at any time', () => {
  const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const zones = ['Europe/London', 'America/St_Johns', 'Pacific/Chatham', 'Africa/Casablanca', 'Asia/Tehran']
  const instants = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) })
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (timeZone, instantMs) => {
      const text = new Intl.DateTimeFormat('en-GB', {
        timeZone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(instantMs)
      const [, day = '', hour, minutes] = /^(\w+),? (\d\d):(\d\d)$/.exec(text) ?? []
      const expected = minute(weekdays.indexOf(day) + 1, Number(hour), Number(minutes))
      expect(minuteOfWeek(instantMs, timeZone)).toBe(expected)
    }),
    { numRuns: 500 },
  )
})
