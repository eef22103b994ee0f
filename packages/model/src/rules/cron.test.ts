import { describe, expect, it } from 'vitest'
import { cronRunsBetween } from './cron.ts'

const between = (cron: string, after: string, until: string) =>
  cronRunsBetween(cron, new Date(`2026-11-${after}Z`), new Date(`2026-11-${until}Z`))

describe('a schedule', () => {
  it.each([
    ['* * * * *', '16T10:00:10', '16T10:00:50', false],
    ['* * * * *', '16T10:00:10', '16T10:01:00', true],
    ['*/5 * * * *', '16T10:00:00', '16T10:04:59', false],
    ['*/5 * * * *', '16T10:04:00', '16T10:05:30', true],
    ['2/5 * * * *', '16T10:05:00', '16T10:07:00', true],
    ['0,30 9-17 * * *', '16T17:00:00', '16T17:30:00', true],
    ['0,30 9-17 * * *', '16T17:30:00', '16T18:00:00', false],
    // The 16th is a Monday, the 15th a Sunday.
    ['0 0 * * 1', '15T23:59:00', '16T00:00:00', true],
    ['0 0 * * 7', '14T23:59:00', '15T00:00:00', true],
    ['0 0 * * 2', '15T23:59:00', '16T00:00:00', false],
    ['0 0 1 * 1', '15T23:59:00', '16T00:00:00', true],
    ['0 0 1 12 *', '15T23:59:00', '16T00:00:00', false],
    ['61 * * * *', '15T00:00:00', '16T00:00:00', false],
  ])('%s after %s, until %s: %s', (cron, after, until, runs) => {
    expect(between(cron, after, until)).toBe(runs)
  })
})
