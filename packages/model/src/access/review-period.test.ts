import { describe, expect, it } from 'vitest'
import { reviewPeriodOf, reviewStandingOf } from './review-period.ts'

describe('review period', () => {
  it('is the quarter of the calendar', () => {
    expect(reviewPeriodOf('2026-11-15T02:10:00.000Z')).toEqual({
      name: '2026 Q4',
      startsAt: '2026-10-01T00:00:00.000Z',
      endsAt: '2027-01-01T00:00:00.000Z',
    })
    expect(reviewPeriodOf('2026-03-31T23:59:59.999Z')).toMatchObject({
      name: '2026 Q1',
      endsAt: '2026-04-01T00:00:00.000Z',
    })
    expect(reviewPeriodOf('2026-04-01T00:00:00.000Z').name).toBe('2026 Q2')
  })

  it('begins anew for every grant that nobody confirmed since', () => {
    const period = reviewPeriodOf('2026-11-15T00:00:00.000Z')
    const old = { grantedAt: '2026-01-01T00:00:00.000Z', reviewedAt: null }
    expect(reviewStandingOf(old, period)).toBe('DUE')
    expect(reviewStandingOf({ ...old, reviewedAt: '2026-09-30T23:59:59.999Z' }, period)).toBe('DUE')
    expect(reviewStandingOf({ ...old, reviewedAt: period.startsAt }, period)).toBe('CONFIRMED')
    expect(reviewStandingOf({ grantedAt: period.startsAt, reviewedAt: null }, period)).toBe('NEW')
  })
})
