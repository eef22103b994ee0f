import { sql } from 'kysely'
import type { ReviewSummary } from '@signalbox/model/calls/user'
import { invalid } from '@signalbox/model/text/refusal'
import { reviewPeriodOf, type ReviewPeriod } from '@signalbox/model/access/review-period'
import type { ReviewStanding } from '@signalbox/model/entities/role-grant'
import type { Role } from '@signalbox/model/access/roles'
import type { Tx } from '../../kit/database.ts'
import type { Condition, CustomFilters } from '../../kit/entity-filter.ts'
import type { Instant } from '../../kit/tables.ts'
import { inactiveBefore } from './store.ts'

interface RoleGrantFactTable {
  merchantId: number
  userId: string
  role: string
  grantedAt: Instant | null
  grantedBy: string | null
  requestedBy: string | null
  lastUsedAt: Instant | null
  reviewedAt: Instant | null
  reviewedBy: string | null
  reviewNote: string | null
  version: number
}

const withFacts = (tx: Tx) => tx.withTables<{ roleGrantFact: RoleGrantFactTable }>()

interface Owner {
  readonly merchantId: number
  readonly userId: string
}

const nothingKnown = {
  grantedAt: null,
  grantedBy: null,
  requestedBy: null,
  lastUsedAt: null,
  reviewedAt: null,
  reviewedBy: null,
  reviewNote: null,
  version: 1,
}

/** Begins a new account of each role, whatever was known about an earlier time with it. */
export async function noteGranted(
  tx: Tx,
  owner: Owner,
  roles: readonly Role[],
  { by, requestedBy = null }: { readonly by: string; readonly requestedBy?: string | null | undefined },
  now: Date,
): Promise<void> {
  if (roles.length === 0) return
  const facts = { ...nothingKnown, grantedAt: now, grantedBy: by, requestedBy }
  await withFacts(tx)
    .insertInto('roleGrantFact')
    .values(roles.map((role) => ({ ...owner, role, ...facts })))
    .onConflict((conflict) => conflict.columns(['merchantId', 'userId', 'role']).doUpdateSet(facts))
    .execute()
}

export async function forgetGrants(tx: Tx, owner: Owner, roles: readonly Role[]): Promise<void> {
  if (roles.length === 0) return
  await withFacts(tx)
    .deleteFrom('roleGrantFact')
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .where('role', 'in', [...roles])
    .execute()
}

export async function noteReviewed(
  tx: Tx,
  owner: Owner,
  role: Role,
  review: { readonly by: string; readonly note: string | null },
  now: Date,
): Promise<void> {
  const facts = { reviewedAt: now, reviewedBy: review.by, reviewNote: review.note }
  await withFacts(tx)
    .insertInto('roleGrantFact')
    .values({ ...owner, role, ...nothingKnown, ...facts, version: 2 })
    .onConflict((conflict) =>
      conflict
        .columns(['merchantId', 'userId', 'role'])
        .doUpdateSet({ ...facts, version: sql<number>`role_grant_fact.version + 1` }),
    )
    .execute()
}

export async function noteUsed(tx: Tx, owner: Owner, roles: readonly Role[], now: Date): Promise<void> {
  await withFacts(tx)
    .insertInto('roleGrantFact')
    .values(roles.map((role) => ({ ...owner, role, ...nothingKnown, lastUsedAt: now })))
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'userId', 'role']).doUpdateSet({
        lastUsedAt: sql<string>`greatest(role_grant_fact.last_used_at, excluded.last_used_at)`,
      }),
    )
    .execute()
}

/** The same three cases as `reviewStandingOf`, for the database. */
const standings = ({ startsAt }: ReviewPeriod): Readonly<Record<ReviewStanding, Condition>> => {
  const confirmed = sql<boolean>`coalesce(reviewed_at >= ${startsAt}, false)`
  const fresh = sql<boolean>`granted_at >= ${startsAt}`
  return {
    CONFIRMED: confirmed,
    NEW: sql<boolean>`(not ${confirmed} and ${fresh})`,
    DUE: sql<boolean>`(not ${confirmed} and not ${fresh})`,
  }
}

/** Conditions of the filters that are not simply a field. */
export function grantFilters(now: Date): CustomFilters {
  const byStanding: Readonly<Record<string, Condition>> = standings(reviewPeriodOf(now.toISOString()))
  return {
    standing: (value) => {
      const condition = byStanding[value]
      if (condition) return condition
      throw invalid({ field: 'standing', code: 'FILTER', message: 'Review: not a valid filter value' })
    },
    unused: (value) =>
      sql<boolean>`(coalesce(last_used_at, granted_at) < ${inactiveBefore(now)}) = ${value === 'true'}::boolean`,
    userId: (value) => sql<boolean>`user_id = ${value}`,
  }
}

export async function countStandings(
  tx: Tx,
  merchants: readonly number[],
  period: ReviewPeriod,
): Promise<ReviewSummary['counts']> {
  const { CONFIRMED, NEW, DUE } = standings(period)
  const { rows } = await sql<{ confirmed: number; fresh: number; due: number }>`
    select
      count(*) filter (where ${CONFIRMED})::int as confirmed,
      count(*) filter (where ${NEW})::int as fresh,
      count(*) filter (where ${DUE})::int as due
    from role_grant where merchant_id = any(${[...merchants]}::integer[])`.execute(tx)
  const { confirmed = 0, fresh = 0, due = 0 } = rows[0] ?? {}
  return { CONFIRMED: confirmed, NEW: fresh, DUE: due }
}
