import { describe, expect, it } from 'vitest'
import { mailPeriod, nextMailAt, type MailRhythm } from './mail-rhythm.ts'

const next = (rhythm: MailRhythm, hour: number, after: string, zone = 'UTC') =>
  new Date(nextMailAt(rhythm, hour, Date.parse(after), zone)).toISOString()

describe('the next mail', () => {
  it.each<[MailRhythm, number, string, string, string]>([
    ['DAILY', 7, '2026-11-18T06:59:59Z', 'UTC', '2026-11-18T07:00:00.000Z'],
    ['DAILY', 7, '2026-11-18T07:00:00Z', 'UTC', '2026-11-19T07:00:00.000Z'],
    ['WEEKLY', 0, '2026-11-18T06:59:59Z', 'UTC', '2026-11-23T00:00:00.000Z'],
    ['MONTHLY', 23, '2026-12-01T23:00:00Z', 'UTC', '2027-01-01T23:00:00.000Z'],
    // Its day begins the evening before, as seen from London.
    ['DAILY', 7, '2026-11-18T00:00:00Z', 'Asia/Tokyo', '2026-11-18T22:00:00.000Z'],
    // The day Stockholm leaves an hour out, and the day it has one twice.
    ['DAILY', 7, '2026-03-28T23:30:00Z', 'Europe/Stockholm', '2026-03-29T05:00:00.000Z'],
    ['DAILY', 7, '2026-10-24T22:30:00Z', 'Europe/Stockholm', '2026-10-25T06:00:00.000Z'],
  ])('%s at %i after %s in %s is %s', (rhythm, hour, after, zone, expected) => {
    expect(next(rhythm, hour, after, zone)).toBe(expected)
  })

  it('comes once on a day that leaves its hour out', () => {
    const first = next('DAILY', 2, '2026-03-28T12:00:00Z', 'Europe/Stockholm')
    expect(first).toBe('2026-03-29T00:00:00.000Z')
    expect(next('DAILY', 2, first, 'Europe/Stockholm')).toBe('2026-03-30T00:00:00.000Z')
  })
})

describe('the days a mail tells of', () => {
  it.each<[MailRhythm, string, string, string, string]>([
    ['DAILY', '2026-11-18T07:00:00Z', 'UTC', '2026-11-17', '2026-11-17'],
    ['WEEKLY', '2026-11-18T07:00:00Z', 'UTC', '2026-11-09', '2026-11-15'],
    ['WEEKLY', '2026-11-16T00:00:00Z', 'UTC', '2026-11-09', '2026-11-15'],
    ['MONTHLY', '2026-03-01T00:00:00Z', 'UTC', '2026-02-01', '2026-02-28'],
    ['MONTHLY', '2026-01-31T23:30:00Z', 'Europe/Stockholm', '2026-01-01', '2026-01-31'],
  ])('%s at %s in %s are %s to %s', (rhythm, at, zone, firstDay, lastDay) => {
    expect(mailPeriod(rhythm, Date.parse(at), zone)).toMatchObject({ firstDay, lastDay })
  })

  it('begin and end at midnight of the merchant', () => {
    expect(mailPeriod('DAILY', Date.parse('2026-10-26T07:00:00Z'), 'Europe/Stockholm')).toMatchObject({
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    })
  })
})
