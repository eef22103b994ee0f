import { describe, expect, it } from 'vitest'
import { captureDueAt, reservedUntil } from './capture-window.ts'

const now = new Date('2026-02-03T12:00:00Z')
const hour = 3_600_000
const until = reservedUntil(now, { authType: 'PRE_AUTH' })
const hoursFromNow = (delayHours: number, beforeExpiryHours?: number) =>
  (captureDueAt(now, until, { delayMs: delayHours * hour, beforeExpiryHours }).getTime() - now.getTime()) /
  hour

describe('a reservation', () => {
  it.each([
    ['PRE_AUTH', undefined, 30],
    ['PRE_AUTH', 7, 30],
    ['PRE_AUTH', 60, 60],
    ['FINAL_AUTH', undefined, 7],
    [null, 3, 3],
  ])('%s at a PSP that keeps it for %s days ends after %s', (authType, windowDays, days) => {
    expect(reservedUntil(now, { authType, windowDays }).getTime() - now.getTime()).toBe(days * 24 * hour)
  })
})

describe('the capture of a reservation of 30 days', () => {
  it.each([
    ['at once where nothing is said', 0, undefined, 0],
    ['after the delay', 10, undefined, 10],
    ['so long before the end where there is no delay', 0, 24, 29 * 24],
    ['after a delay that ends before that', 10, 24, 10],
    ['before the end where the delay is longer', 10_000, 100, 720 - 100],
    ['no later than the end', 10_000, undefined, 720],
    ['not in the past', 0, 720 + 1, 0],
  ])('is due %s', (_when, delay, before, due) => {
    expect(hoursFromNow(delay, before)).toBe(due)
  })
})
