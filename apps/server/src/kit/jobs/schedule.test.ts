import { expect, it } from 'vitest'
import { nextRun, retryDelayMs } from './schedule.ts'

const at = (text: string) => new Date(`${text}Z`)

it('finds the next time of day, today or tomorrow, in UTC', () => {
  const schedule = { dailyAt: '02:30' }
  expect(nextRun(schedule, at('2026-03-29T01:00'))).toEqual(at('2026-03-29T02:30'))
  expect(nextRun(schedule, at('2026-03-29T02:30'))).toEqual(at('2026-03-30T02:30'))
  expect(nextRun(schedule, at('2026-12-31T23:59'))).toEqual(at('2027-01-01T02:30'))
})

it('counts seconds from the instant given', () => {
  expect(nextRun({ everySeconds: 15 }, at('2026-01-01T00:00:50'))).toEqual(at('2026-01-01T00:01:05'))
})

it('refuses what is no time of day', () => {
  expect(() => nextRun({ dailyAt: '24:00' }, at('2026-01-01T00:00'))).toThrow('24:00')
})

it('waits longer after each failure, up to a limit', () => {
  const delays = [1, 2, 3, 30, 5000].map(retryDelayMs)
  expect(delays).toEqual([5_000, 10_000, 20_000, 900_000, 900_000])
})
