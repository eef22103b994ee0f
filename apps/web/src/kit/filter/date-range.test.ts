import { describe, expect, it } from 'vitest'
import {
  dateRangeLabel,
  datePresets,
  formatDateRange,
  parseDateRange,
  resolveDateRange,
} from './date-range.ts'

const at = (iso: string) => new Date(iso)

describe('date range', () => {
  it('keeps every preset and custom range over a round trip', () => {
    for (const text of [
      ...Object.keys(datePresets),
      '2026-01-31..2026-02-01',
      '2026-01-31..',
      '..2026-01-31',
    ]) {
      const range = parseDateRange(text)
      expect(range, text).not.toBeNull()
      expect(range && formatDateRange(range)).toBe(text)
    }
  })

  it('refuses what is no range', () => {
    for (const text of [
      '',
      '..',
      'tomorrow',
      '2026-02-30..',
      '2026-03-02..2026-03-01',
      '2026-1-1..',
      'toString',
    ]) {
      expect(parseDateRange(text), text).toBeNull()
    }
  })

  it('resolves days in the reader’s zone, end excluded', () => {
    expect(resolveDateRange({ preset: 'today' }, at('2026-11-15T23:30:00Z'), 'Europe/Stockholm')).toBe(
      '2026-11-15T23:00:00.000Z..2026-11-16T23:00:00.000Z',
    )
    expect(resolveDateRange({ from: null, to: '2026-11-15' }, at('2026-11-15T00:00:00Z'), 'UTC')).toBe(
      '..2026-11-16T00:00:00.000Z',
    )
  })

  it('begins a day or an hour ago to the minute where it counts hours', () => {
    expect(resolveDateRange({ preset: 'last-24h' }, at('2026-11-15T23:30:00Z'), 'Europe/Stockholm')).toBe(
      '2026-11-14T23:30:00.000Z..',
    )
    expect(resolveDateRange({ preset: 'last-hour' }, at('2026-11-15T23:30:00Z'), 'Europe/Stockholm')).toBe(
      '2026-11-15T22:30:00.000Z..',
    )
  })

  it('gives the night of the clock change its 25 hours', () => {
    const [from = '', to = ''] = resolveDateRange(
      { from: '2026-10-25', to: '2026-10-25' },
      at('2026-11-01T00:00:00Z'),
      'Europe/Stockholm',
    ).split('..')
    expect((Date.parse(to) - Date.parse(from)) / 3_600_000).toBe(25)
  })

  it('knows the months around the turn of the year', () => {
    expect(resolveDateRange({ preset: 'last-month' }, at('2027-01-10T12:00:00Z'), 'UTC')).toBe(
      '2026-12-01T00:00:00.000Z..2027-01-01T00:00:00.000Z',
    )
    expect(resolveDateRange({ preset: 'last-7d' }, at('2027-01-03T12:00:00Z'), 'UTC')).toBe(
      '2026-12-28T00:00:00.000Z..2027-01-04T00:00:00.000Z',
    )
  })

  it('says the range in words', () => {
    expect(dateRangeLabel({ preset: 'last-7d' })).toBe('last 7 days')
    expect(dateRangeLabel({ from: '2026-01-01', to: '2026-01-01' })).toBe('on 2026-01-01')
    expect(dateRangeLabel({ from: '2026-01-01', to: null })).toBe('from 2026-01-01')
  })
})
