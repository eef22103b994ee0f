import { sql, type RawBuilder } from 'kysely'
import type { DimensionId } from '@signalbox/model/analytics/dimensions'
import type { AnalyticsFilters, Interval } from '@signalbox/model/analytics/query'
import { snake } from '../../kit/column.ts'
import type { Tx } from '../../kit/database.ts'
import { bucketStarts } from './buckets.ts'
import { factRows, measuresIn } from './fact-store.ts'
import type { MeasureName, Measures } from './measures.ts'
import { columnsOf, type Period, type Source } from './plan.ts'

type Expression = RawBuilder<unknown>

export interface Reading {
  readonly merchants: readonly number[]
  readonly period: Period
  readonly zone: string
  readonly interval: Interval
  readonly dimensions: readonly DimensionId[]
  readonly filters: AnalyticsFilters
  readonly most: number
}

export interface CubeRow {
  readonly at: string | null
  readonly key: string[]
  readonly baseCurrency: string
  readonly measures: Measures
}

const local = (at: Expression, zone: string): Expression => sql`(${at} at time zone ${zone})`
const aheadOfUtc = (at: Expression, zone: string): Expression =>
  sql`(${local(at, zone)} - ${local(at, 'UTC')})`
/**
 * The hour of a zone, also where the zone is half an hour off and where an hour comes twice. Where the clock was just moved by
 * half an hour, the hour began with that; see startOfHourMs.
 */
export function hourOf(at: Expression, zone: string): Expression {
  const full = sql`(date_trunc('hour', ${local(at, zone)}) - ${local(at, zone)} + ${at})`
  const moved = sql`(${aheadOfUtc(at, zone)} - ${aheadOfUtc(full, zone)})`
  return sql`(${full} + greatest(${moved}, -${moved}))`
}

/** By the calendar of the program: where midnight comes twice, the database takes the second. */
function byCalendar({ interval, period: { fromMs, toMs }, zone }: Reading): Expression {
  const starts = bucketStarts(fromMs, toMs, interval, zone).map((ms) => new Date(ms).toISOString())
  const all = sql`${starts}::timestamptz[]`
  return sql`(${all})[width_bucket(c.at, ${all})]`
}

const bucketOf: Readonly<Record<Interval, (reading: Reading) => Expression>> = {
  none: () => sql`null::timestamptz`,
  '5min': () => sql`date_bin('5 minutes', c.at, timestamptz '2000-01-01 00:00Z')`,
  hour: ({ zone }) => hourOf(sql`c.at`, zone),
  day: byCalendar,
  week: byCalendar,
  month: byCalendar,
}

const dimensionValue = (id: DimensionId, zone: string): Expression => {
  if (id === 'merchant') return sql`c.merchant_id::text`
  if (id === 'weekday') return sql`extract(isodow from ${local(sql`c.at`, zone)})::integer::text`
  if (id === 'hour') return sql`extract(hour from ${local(sql`c.at`, zone)})::integer::text`
  return sql.ref(`c.${snake(id)}`)
}

const filtered = ({ filters, zone }: Reading): Expression[] =>
  (Object.entries(filters) as [DimensionId, string[]][]).map(
    ([id, values]) => sql`${dimensionValue(id, zone)} = any(${values}::text[])`,
  )

/** The rows of a rollup, or of the payments in the same form. */
function rowsFrom(source: Source, reading: Reading, extra: readonly ('band' | DimensionId)[]): Expression {
  const { merchants, period, zone, dimensions, filters } = reading
  const from = new Date(period.fromMs)
  const to = new Date(period.toMs)
  if (source.cube) {
    const { name, grain } = source.cube
    return sql`(select * from analytics_cube where merchant_id = any(${[...merchants]}::integer[]) and cube = ${name}
      and zone = ${grain === '5min' ? '' : zone} and at >= ${from} and at < ${to}) c`
  }
  const wanted = [
    ...new Set([
      ...columnsOf([...dimensions, ...(Object.keys(filters) as DimensionId[])]),
      ...extra.filter((name) => name !== 'merchant'),
    ]),
  ] as Parameters<typeof factRows>[2][number][]
  return sql`(select r.*, r.created_at as at from (${factRows(source.fact, { merchants, from, to }, wanted)}) r) c`
}

interface Grouping {
  readonly at: Expression
  readonly keys: readonly Expression[]
  readonly where: Expression
}

export function grouping(reading: Reading, extra: readonly DimensionId[] = []): Grouping {
  const { dimensions, zone, interval } = reading
  const conditions = filtered(reading)
  return {
    at: bucketOf[interval](reading),
    keys: [...dimensions, ...extra].map((id) => dimensionValue(id, zone)),
    where: conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `),
  }
}

export const keyArray = (keys: readonly Expression[]): Expression =>
  keys.length === 0 ? sql`'{}'::text[]` : sql`array[${sql.join([...keys])}]::text[]`

type RawRow = {
  readonly at: string | null
  readonly key: string[]
  readonly baseCurrency: string
} & Readonly<Record<string, unknown>>

/** What a fact adds up to, by time and key; apart for each base currency. */
export async function readMeasures(
  tx: Tx,
  source: Source,
  reading: Reading,
  {
    wanted,
    extra = [],
  }: { readonly wanted: readonly MeasureName[]; readonly extra?: readonly DimensionId[] },
): Promise<CubeRow[]> {
  const { at, keys, where } = grouping(reading, extra)
  const fact = source.cube ? source.cube.fact : source.fact
  const names = measuresIn(fact).filter((name) => wanted.includes(name))
  const sums = names.map(
    (name) => sql`coalesce(sum(${sql.ref(`c.${snake(name)}`)}), 0)::float8 as ${sql.ref(snake(name))}`,
  )
  const { rows } =
    await sql<RawRow>`select ${at} as at, ${keyArray(keys)} as key, c.base_currency, ${sql.join(sums)}
    from ${rowsFrom(source, reading, extra)} where ${where} group by 1, 2, 3 order by 1, 2, 3
    limit ${reading.most + 1}`.execute(tx)
  return rows.map((row) => ({
    at: row.at,
    key: row.key,
    baseCurrency: row.baseCurrency,
    measures: Object.fromEntries(names.map((name) => [name, row[name] as number])),
  }))
}

export interface BandRow {
  readonly at: string | null
  readonly key: string[]
  readonly n: number
  readonly bands: number[]
}

/** The bands in which these shares of the durations are reached, by time and key. */
export async function readBands(
  tx: Tx,
  source: Source,
  reading: Reading,
  { shares, method }: { readonly shares: readonly number[]; readonly method: string | undefined },
): Promise<BandRow[]> {
  const { at, keys, where } = grouping(reading)
  const ofMethod = method === undefined ? sql`true` : sql`c.method = ${method}`
  const reached = shares.map((share) => sql`min(band) filter (where upto >= total * ${sql.lit(share)})`)
  const { rows } = await sql<BandRow>`
    with g as (select ${at} as at, ${keyArray(keys)} as key, c.band::integer as band, sum(c.timed) as n
      from ${rowsFrom(source, reading, ['band', 'method'])} where ${where} and ${ofMethod} group by 1, 2, 3),
    w as (select at, key, band, sum(n) over (partition by at, key order by band) as upto,
      sum(n) over (partition by at, key) as total from g)
    select at, key, max(total)::float8 as n, array[${sql.join(reached)}] as bands from w
    group by 1, 2 order by 1, 2 limit ${reading.most + 1}`.execute(tx)
  return rows
}

export interface UserRow {
  readonly at: string | null
  readonly key: string[]
  readonly all: number
  readonly recovered: number
}

/** Different users, and those who paid after they had failed. People of two merchants are two people. */
export async function readUsers(tx: Tx, reading: Reading): Promise<UserRow[]> {
  const { at, keys, where } = grouping(reading)
  const { merchants, zone, period } = reading
  const { rows } = await sql<UserRow>`
    with u as (select ${at} as at, ${keyArray(keys)} as key, c.merchant_id, c.user_key,
        min(c.failed_at) as failed_at, max(c.paid_at) as paid_at
      from (select * from analytics_user where merchant_id = any(${[...merchants]}::integer[]) and zone = ${zone}
        and at >= ${new Date(period.fromMs)} and at < ${new Date(period.toMs)}) c
      where ${where} group by 1, 2, 3, 4)
    select at, key, count(*)::integer as all, (count(*) filter (where paid_at > failed_at))::integer as recovered
    from u group by 1, 2 order by 1, 2 limit ${reading.most + 1}`.execute(tx)
  return rows
}

/** Whose day it is and which currency they think in. */
export async function viewerOf(
  tx: Tx,
  merchantId: number,
): Promise<{ readonly timeZone: string; readonly baseCurrency: string }> {
  const { rows } = await sql<{ timeZone: string; baseCurrency: string }>`select time_zone, base_currency
    from merchant where id = ${merchantId}`.execute(tx)
  return rows[0] ?? { timeZone: 'UTC', baseCurrency: 'EUR' }
}
