import type { ReviewStanding } from '../entities/role-grant.ts'

export interface ReviewPeriod {
  /** `2026 Q4` */
  readonly name: string
  readonly startsAt: string
  /** The first instant that is no longer part of it. */
  readonly endsAt: string
}

const startOf = (year: number, quarter: number): string =>
  `${year}-${String(quarter * 3 - 2).padStart(2, '0')}-01T00:00:00.000Z`

/** Access is reviewed once in every quarter of the calendar, in UTC. */
export function reviewPeriodOf(iso: string): ReviewPeriod {
  const year = Number(iso.slice(0, 4))
  const quarter = Math.ceil(Number(iso.slice(5, 7)) / 3)
  return {
    name: `${year} Q${quarter}`,
    startsAt: startOf(year, quarter),
    endsAt: quarter === 4 ? startOf(year + 1, 1) : startOf(year, quarter + 1),
  }
}

/** Who gave a role in this quarter has just thought about it; everything older is looked at once. */
export function reviewStandingOf(
  grant: { readonly grantedAt: string; readonly reviewedAt: string | null },
  { startsAt }: ReviewPeriod,
): ReviewStanding {
  if (grant.reviewedAt !== null && grant.reviewedAt >= startsAt) return 'CONFIRMED'
  return grant.grantedAt >= startsAt ? 'NEW' : 'DUE'
}
