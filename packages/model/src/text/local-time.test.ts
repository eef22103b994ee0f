import { expect, it } from 'vitest'
import { nextHourMs, startOfHourMs } from './local-time.ts'

const iso = (ms: number) => new Date(ms).toISOString()

function hoursFrom(from: string, count: number, zone: string): string[] {
  const starts = [startOfHourMs(Date.parse(from), zone)]
  while (starts.length < count) starts.push(nextHourMs(starts.at(-1) ?? 0, zone))
  return starts.map((ms) => iso(ms).slice(11, 16))
}

it('begins an hour with the change of a clock that is moved by half an hour', () => {
  const zone = 'Australia/Lord_Howe'
  // From two to half past two in October; back from two to half past one in April.
  expect(iso(startOfHourMs(Date.parse('2026-10-03T15:41:07Z'), zone))).toBe('2026-10-03T15:30:00.000Z')
  expect(hoursFrom('2026-10-03T14:40:00Z', 4, zone)).toEqual(['14:30', '15:30', '16:00', '17:00'])
  expect(iso(startOfHourMs(Date.parse('2026-04-04T15:12:00Z'), zone))).toBe('2026-04-04T15:00:00.000Z')
  expect(hoursFrom('2026-04-04T14:10:00Z', 4, zone)).toEqual(['14:00', '15:00', '15:30', '16:30'])
})

it('knows the hours of zones that are half an hour off, and those that come twice', () => {
  expect(hoursFrom('2026-11-18T05:40:00Z', 2, 'Asia/Kolkata')).toEqual(['05:30', '06:30'])
  expect(hoursFrom('2026-10-24T23:59:00Z', 4, 'Europe/Stockholm')).toEqual([
    '23:00',
    '00:00',
    '01:00',
    '02:00',
  ])
  expect(hoursFrom('2026-03-29T00:15:00Z', 3, 'Europe/Stockholm')).toEqual(['00:00', '01:00', '02:00'])
})
