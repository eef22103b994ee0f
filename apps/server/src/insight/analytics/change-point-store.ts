import { sql } from 'kysely'
import type { AnalyticsChangePoint } from '@signalbox/model/analytics/query'
import type { Tx } from '../../kit/database.ts'
import { lockByName } from '../../kit/lock-by-name.ts'
import { factRows } from './fact-store.ts'

interface Between {
  readonly from: Date
  readonly to: Date
}

/** The newest first. */
export async function changePointsBetween(
  tx: Tx,
  merchants: readonly number[],
  { from, to, most }: Between & { readonly most: number },
): Promise<AnalyticsChangePoint[]> {
  const { rows } = await sql<AnalyticsChangePoint>`
    select id::text as id, merchant_id, psp, provider_type, country, began_at, found_at, rate_before as before,
      rate_after as after, payments, ended_at, causes, carried_by
    from analytics_change_point where merchant_id = any(${[...merchants]}::integer[])
      and found_at >= ${from} and found_at < ${to}
    order by found_at desc, id limit ${most + 1}`.execute(tx)
  return rows
}

/** A deposit that was approved or declined by the PSP, the issuer or 3-D Secure. */
export interface Outcome {
  readonly atMs: number
  readonly approved: boolean
  readonly psp: string
  readonly providerType: string
  readonly country: string
  readonly cardBrand: string
  readonly issuer: string
  readonly statusCode: string
}

const mostOutcomes = 50_000

/** In the order in which they were made; of very many the newest. */
export async function outcomesBetween(tx: Tx, merchantId: number, { from, to }: Between): Promise<Outcome[]> {
  const rows = factRows('payment', { merchants: [merchantId], from, to }, [
    'psp',
    'providerType',
    'userCountry',
    'cardBrand',
    'issuer',
    'statusCode',
  ])
  const found = await sql<Outcome>`select (extract(epoch from created_at) * 1000)::float8 as at_ms,
      successful = 1 as approved, psp, provider_type, user_country as country, card_brand, issuer, status_code
    from (${rows}) f where successful + declined > 0 and psp <> ''
    order by created_at desc limit ${mostOutcomes}`.execute(tx)
  return found.rows.toReversed()
}

export interface UsualRate {
  readonly psp: string
  readonly providerType: string
  readonly country: string
  readonly approved: number
  readonly n: number
}

/** By the finest slices, from the rollups of whole days. */
export async function usualRates(tx: Tx, merchantId: number, { from, to }: Between): Promise<UsualRate[]> {
  const { rows } = await sql<UsualRate>`
    select psp, provider_type, user_country as country, coalesce(sum(successful), 0)::float8 as approved,
      (coalesce(sum(successful), 0) + coalesce(sum(declined), 0))::float8 as n
    from analytics_cube where merchant_id = ${merchantId} and cube = 'core' and at >= ${from} and at < ${to}
      and zone = (select time_zone from merchant where id = ${merchantId}) and psp <> ''
    group by 1, 2, 3`.execute(tx)
  return rows
}

export interface KnownPoint {
  readonly id: string
  readonly psp: string
  readonly providerType: string
  readonly country: string
  readonly foundAt: string
  readonly endedAt: string | null
  readonly before: number
  readonly after: number
}

/** Those that are not over, and those that were found lately. */
export async function latestChangePoints(tx: Tx, merchantId: number, since: Date): Promise<KnownPoint[]> {
  const { rows } = await sql<KnownPoint>`
    select id::text as id, psp, provider_type, country, found_at, ended_at, rate_before as before, rate_after as after
    from analytics_change_point where merchant_id = ${merchantId} and (ended_at is null or found_at >= ${since})`.execute(
    tx,
  )
  return rows
}

export const lockChangePoints = (tx: Tx, merchantId: number): Promise<void> =>
  lockByName(tx, `analytics-approval-${merchantId}`)

type NewPoint = Omit<AnalyticsChangePoint, 'beganAt' | 'foundAt' | 'endedAt' | 'causes'> & {
  readonly beganAt: Date
  readonly foundAt: Date
  readonly causes: readonly AnalyticsChangePoint['causes'][number][]
}

export async function insertChangePoint(tx: Tx, point: NewPoint): Promise<void> {
  const { merchantId, id, psp, providerType, country, beganAt, foundAt, before, after, payments } = point
  await sql`insert into analytics_change_point (merchant_id, id, psp, provider_type, country, began_at, found_at,
      rate_before, rate_after, payments, causes, carried_by)
    values (${merchantId}, ${id}, ${psp}, ${providerType}, ${country}, ${beganAt}, ${foundAt}, ${before}, ${after},
      ${payments}, ${JSON.stringify(point.causes)}::jsonb, ${point.carriedBy && JSON.stringify(point.carriedBy)}::jsonb)`.execute(
    tx,
  )
}

export async function endChangePoint(tx: Tx, merchantId: number, id: string, at: Date): Promise<void> {
  await sql`update analytics_change_point set ended_at = ${at}
    where merchant_id = ${merchantId} and id = ${id}::uuid`.execute(tx)
}

/** A merchant and those above it, whose rules and settings hold for it too. */
export async function withParents(tx: Tx, merchantId: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select a.id from merchant m join merchant a on m.path like a.path || '%'
    where m.id = ${merchantId}`.execute(tx)
  return rows.map(({ id }) => id)
}
