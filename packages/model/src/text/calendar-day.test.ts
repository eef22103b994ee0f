import { expect, it } from 'vitest'
import { dayAfter, dayBefore, isDay, isInstantText, lastOfMonth, monthsBetween } from './calendar-day.ts'

it('knows the ends of months and years', () => {
  expect(dayAfter('2026-02-28')).toBe('2026-03-01')
  expect(dayAfter('2028-02-28')).toBe('2028-02-29')
  expect(dayBefore('2026-01-01')).toBe('2025-12-31')
  expect(lastOfMonth('2028-02-05')).toBe('2028-02-29')
  expect(lastOfMonth('2026-12-31')).toBe('2026-12-31')
})

it('tells a day from what only looks like one', () => {
  expect(['2026-02-28', '2026-02-30', '2026-13-01', '26-1-1', 'today', ''].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

it('names the months between two days', () => {
  expect(monthsBetween('2025-11-30', '2026-02-01')).toEqual([
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ])
  expect(monthsBetween('2026-03-02', '2026-02-28')).toEqual([])
})

it('tells an instant a database keeps from one it cannot', () => {
  const kept = ['2026-11-19', '2026-11-19T02:00:00Z', '0001-01-01T00:00:00.000Z']
  expect(kept.filter(isInstantText)).toEqual(kept)
  const others = [
    '-271821-04-20T00:00:00.000Z',
    '+099999-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2026-02-30',
    '2026-11-19T02:00:00',
    '2026-11-19 02:00',
    '2026-02-29T10:00:00+01:00',
    'today',
    '',
  ]
  expect(others.filter(isInstantText)).toEqual([])
})
