import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { EvaluationSum, HitLevel, HitSum } from './figures.ts'
import type { HourRange } from './rollup-store.ts'

/** Whose payments, and when. */
export interface FigureScope extends HourRange {
  readonly merchants: readonly number[]
  readonly tables: readonly string[]
}

const within = ({ merchants, tables, from, to }: FigureScope): RawBuilder<boolean> =>
  sql<boolean>`merchant_id = any(${[...merchants]}::integer[]) and decision_table = any(${[...tables]}::text[])
    and hour >= ${from} and hour < ${to}`

type StoredHitSum = Omit<HitSum, MinorName> & Readonly<Record<MinorName, string>>
type MinorName = 'successfulMinor' | 'failedMinor' | 'feeMinor' | 'refundedMinor' | 'pspFeeMinor'

export async function hitSums(tx: Tx, scope: FigureScope): Promise<HitSum[]> {
  const { rows } = await sql<StoredHitSum>`
    select decision_table as table, level, ref, tx_type, currency, sum(hits)::integer as hits,
      sum(payments)::integer as payments, sum(successful)::integer as successful, sum(failed)::integer as failed,
      sum(successful_minor)::text as successful_minor, sum(failed_minor)::text as failed_minor,
      sum(fee_minor)::text as fee_minor, sum(refunded_minor)::text as refunded_minor,
      sum(psp_fee_minor)::text as psp_fee_minor, sum(charged_back)::integer as charged_back,
      sum(overridden)::integer as overridden, min(first_hit_at) as first_hit_at, max(last_hit_at) as last_hit_at
    from rule_hit_hour where ${within(scope)} group by 1, 2, 3, 4, 5`.execute(tx)
  return rows.map(({ successfulMinor, failedMinor, feeMinor, refundedMinor, pspFeeMinor, ...rest }) => ({
    ...rest,
    successfulMinor: BigInt(successfulMinor),
    failedMinor: BigInt(failedMinor),
    feeMinor: BigInt(feeMinor),
    refundedMinor: BigInt(refundedMinor),
    pspFeeMinor: BigInt(pspFeeMinor),
  }))
}

export async function evaluationSums(tx: Tx, scope: FigureScope): Promise<EvaluationSum[]> {
  const { rows } = await sql<EvaluationSum>`
    select decision_table as table, versions, skipped, stopped_at, sum(evaluations)::integer as evaluations
    from rule_evaluation_hour where ${within(scope)} group by 1, 2, 3, 4`.execute(tx)
  return rows
}

export interface LatencySum {
  readonly table: string
  readonly bucket: number
  readonly evaluations: number
}

export async function latencySums(tx: Tx, scope: FigureScope): Promise<LatencySum[]> {
  const { rows } = await sql<LatencySum>`
    select decision_table as table, bucket, sum(evaluations)::integer as evaluations
    from rule_latency_hour where ${within(scope)} group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

export interface HitSpan {
  readonly ref: string
  readonly firstHitAt: string
  readonly lastHitAt: string
}

/** When rows, rulesets and the table (an empty name) hit first and last, of all that was ever counted. */
export async function hitSpans(tx: Tx, merchants: readonly number[], table: string): Promise<HitSpan[]> {
  const { rows } = await sql<HitSpan>`
    select ref, min(first_hit_at) as first_hit_at, max(last_hit_at) as last_hit_at from rule_hit_hour
    where merchant_id = any(${[...merchants]}::integer[]) and decision_table = ${table} and level <> 'NONE'
    group by 1`.execute(tx)
  return rows
}

export interface ListedRuleset {
  readonly id: string
  readonly merchantId: number
  readonly no: number
  readonly name: string
  readonly enabled: boolean
  readonly activeVersion: number | null
  /** Rows of it that the checks proved to match nothing. */
  readonly unreachable: readonly string[]
}

/** Rulesets of a table that decide payments of these merchants, or did. */
export async function rulesetsOf(
  tx: Tx,
  table: string,
  merchants: readonly number[],
): Promise<ListedRuleset[]> {
  const { rows } = await sql<ListedRuleset>`
    select r.id::text as id, r.merchant_id, r.no, s.name, s.enabled, r.active_version,
      coalesce(l.unreachable, '{}') as unreachable
    from ruleset r
    join ruleset_version s on (s.merchant_id, s.ruleset_id, s.version) = (r.merchant_id, r.id, r.shown_version)
    left join ruleset_lint l on (l.merchant_id, l.ruleset_id) = (r.merchant_id, r.id)
      and l.version = r.active_version
    where r.decision_table = ${table} and r.merchant_id = any(${[...merchants]}::integer[])
      and exists (select 1 from ruleset_version v where (v.merchant_id, v.ruleset_id) = (r.merchant_id, r.id)
        and v.activated_at is not null)
    order by r.merchant_id, s.priority, r.no`.execute(tx)
  return rows
}

export interface ListedVersion {
  readonly rulesetId: string
  readonly version: number
  readonly activatedAt: string
  readonly endedAt: string | null
}

/** The versions of rulesets that were ever active, oldest first. */
export async function activatedVersions(tx: Tx, rulesets: readonly string[]): Promise<ListedVersion[]> {
  const { rows } = await sql<ListedVersion>`
    select ruleset_id::text as ruleset_id, version, activated_at, ended_at from ruleset_version
    where ruleset_id = any(${[...rulesets]}::uuid[]) and activated_at is not null order by version`.execute(
    tx,
  )
  return rows
}

export interface VersionRow {
  readonly rulesetId: string
  readonly version: number
  readonly no: number
  readonly ruleId: string
  readonly name: string
  readonly enabled: boolean
}

/** The rows of versions, without what they say. */
export async function rowsOfVersions(
  tx: Tx,
  versions: readonly { readonly rulesetId: string; readonly version: number }[],
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.ruleset_id::text as ruleset_id, v.version, e.place::integer as no, e.rule->>'id' as rule_id,
      e.rule->>'name' as name, (e.rule->>'enabled')::boolean as enabled
    from unnest(${versions.map(({ rulesetId }) => rulesetId)}::uuid[],
      ${versions.map(({ version }) => version)}::integer[]) as wanted (ruleset_id, version)
    join ruleset_version v on (v.ruleset_id, v.version) = (wanted.ruleset_id, wanted.version)
    cross join lateral json_array_elements(v.rules) with ordinality as e (rule, place)`.execute(tx)
  return rows
}

export interface SeriesPoint {
  readonly at: string
  readonly evaluations: number
  readonly hits: number
  readonly successful: number
  readonly failed: number
}

interface SeriesScope extends FigureScope {
  readonly step: 'hour' | 'day'
  /** Evaluations of these, `1000_RO_01@3`; null for the whole table. */
  readonly versions: readonly string[] | null
  /** Hits of the table, of rulesets, or of rows, by their names. */
  readonly level: HitLevel
  readonly refs: readonly string[]
}

export async function seriesOf(tx: Tx, scope: SeriesScope): Promise<SeriesPoint[]> {
  const { step, from, to, versions, level, refs } = scope
  const width = sql.lit(step === 'hour' ? '1 hour' : '1 day')
  const bin = sql`date_bin(${width}::interval, hour, '2000-01-01T00:00:00Z'::timestamptz)`
  const named = versions ? [...versions] : null
  const { rows } = await sql<SeriesPoint>`with asked as (
      select ${bin} as at, sum(evaluations) as evaluations from rule_evaluation_hour
      where ${within(scope)} and (${named}::text[] is null
        or (versions && ${named}::text[] and not skipped && ${named}::text[])) group by 1),
    hit as (
      select ${bin} as at, sum(hits) as hits, sum(successful) as successful, sum(failed) as failed
      from rule_hit_hour where ${within(scope)} and level = ${level} and ref = any(${[...refs]}::text[])
      group by 1)
    select b.at, coalesce(asked.evaluations, 0)::integer as evaluations, coalesce(hit.hits, 0)::integer as hits,
      coalesce(hit.successful, 0)::integer as successful, coalesce(hit.failed, 0)::integer as failed
    from generate_series(date_bin(${width}::interval, ${from}, '2000-01-01T00:00:00Z'::timestamptz),
      ${to}::timestamptz - interval '1 millisecond', ${width}::interval) as b (at)
    left join asked on asked.at = b.at left join hit on hit.at = b.at order by 1`.execute(tx)
  return rows
}
