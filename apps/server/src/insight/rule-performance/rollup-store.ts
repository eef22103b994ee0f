import { sql, type RawBuilder } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'
import { lockByName } from '../../kit/lock-by-name.ts'
import { statusIs } from '../../kit/status-sql.ts'

export interface HourRange {
  readonly from: Date
  /** Not included. */
  readonly to: Date
}

const hourOf = (at: RawBuilder<unknown>) =>
  sql`date_bin('1 hour', ${at}, '2000-01-01T00:00:00Z'::timestamptz)`

/** Merchants that have payments. */
export async function merchantsWithPayments(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select m.id from merchant m
    where exists (select 1 from transaction t where t.merchant_id = m.id) order by m.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Up to where a merchant was counted. Others who count the same merchant wait. */
export async function lockProgress(tx: Tx, merchantId: number): Promise<Date | undefined> {
  await lockByName(tx, `rule-performance-${merchantId}`)
  return progressOf(tx, merchantId)
}

export async function progressOf(tx: Tx, merchantId: number): Promise<Date | undefined> {
  const { rows } = await sql<{ countedUntil: string }>`select counted_until from rule_performance_progress
    where merchant_id = ${merchantId}`.execute(tx)
  return rows[0] && new Date(rows[0].countedUntil)
}

export async function setProgress(tx: Tx, merchantId: number, countedUntil: Date): Promise<void> {
  await sql`insert into rule_performance_progress (merchant_id, counted_until)
    values (${merchantId}, ${countedUntil})
    on conflict (merchant_id) do update set counted_until = excluded.counted_until`.execute(tx)
}

/** When all merchants were counted last; null before the first time. */
export async function countedUntil(tx: Tx, merchants: readonly number[]): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`select min(counted_until) as at
    from rule_performance_progress where merchant_id = any(${[...merchants]}::integer[])`.execute(tx)
  return rows[0]?.at ?? null
}

/** The hours in which payments were decided that changed since. */
export async function changedHours(tx: Tx, merchantId: number, since: Date | undefined): Promise<Date[]> {
  const changed = since
    ? sql`and e.tx_id in (select id from transaction where merchant_id = ${merchantId} and updated_at >= ${since})`
    : sql``
  const { rows } = await sql<{ hour: string }>`
    select distinct ${hourOf(sql`e.at`)} as hour from tx_event e
    where e.merchant_id = ${merchantId} and e.decisions is not null ${changed} order by 1`.execute(tx)
  return rows.map(({ hour }) => new Date(hour))
}

/**
 * Every table that was asked about the payments of these hours, at whatever time: whether a hit is the first of a payment
 * is seen only beside the others. A table that waited for the PSP had no answer, and is asked again.
 */
const askedIn = (merchantId: number, { from, to }: HourRange) => sql`asked as materialized (
  select e.tx_id, e.at, e.at >= ${from} and e.at < ${to} as inside, d
  from tx_event e cross join lateral jsonb_array_elements(e.decisions) d
  where e.merchant_id = ${merchantId} and e.decisions is not null and d->>'outcome' <> 'DEFERRED'
    and e.tx_id in (select tx_id from tx_event where merchant_id = ${merchantId} and at >= ${from} and at < ${to}
      and decisions is not null))`

const textsOf = (list: RawBuilder<unknown>) =>
  sql`array(select jsonb_array_elements_text(coalesce(${list}, '[]')))`

/** Tables whose reading stops at their first hit, for decisions from before the place was recorded. */
async function countEvaluations(
  tx: Tx,
  merchantId: number,
  range: HourRange,
  firstOnly: readonly string[],
): Promise<void> {
  await sql`with ${askedIn(merchantId, range)}, read as (
      select at, d->>'table' as decision_table, ${textsOf(sql`d->'versions'`)} as versions,
        ${textsOf(sql`d->'skipped'`)} as skipped,
        coalesce(d->>'stoppedAt', case when d->>'table' = any(${[...firstOnly]}::text[]) then d->'hits'->>0 end, '')
          as stopped_at
      from asked where inside)
    insert into rule_evaluation_hour
      (merchant_id, hour, decision_table, key, versions, skipped, stopped_at, evaluations)
    select ${merchantId}, ${hourOf(sql`at`)}, decision_table,
      md5(array_to_string(versions, ' ') || '|' || array_to_string(skipped, ' ') || '|' || stopped_at),
      versions, skipped, stopped_at, count(*)
    from read group by 2, 3, 5, 6, 7`.execute(tx)
}

/** Bucket n holds what took about 1.2^n microseconds. */
export const bucketGrowth = 1.2
const lastBucket = 100

async function countLatency(tx: Tx, merchantId: number, range: HourRange): Promise<void> {
  await sql`with ${askedIn(merchantId, range)}
    insert into rule_latency_hour (merchant_id, hour, decision_table, bucket, evaluations)
    select ${merchantId}, ${hourOf(sql`at`)}, d->>'table',
      least(${lastBucket}, round(ln(greatest((d->>'us')::numeric, 1)) / ln(${bucketGrowth}::numeric)))::smallint,
      count(*)
    from asked where inside and d ? 'us' group by 2, 3, 4`.execute(tx)
}

/** In base currency, at the rate of the payment itself. */
const inBase = (minor: RawBuilder<unknown>) =>
  sql`coalesce(round(${minor} * abs(t.amount_base_minor)::numeric / nullif(abs(t.amount_minor), 0)), 0)`

/** What was declined before it was converted is worth what the merchant's payment before it in the currency was. */
const worthInBase = sql`abs(coalesce(t.amount_base_minor,
  case when t.currency = t.base_currency then t.requested_minor else round(t.requested_minor * (
    select p.amount_base_minor::numeric / nullif(p.amount_minor, 0) from transaction p
    where p.merchant_id = t.merchant_id and p.id < t.id and p.currency = t.currency
      and p.base_currency = t.base_currency and p.amount_base_minor is not null
    order by p.id desc limit 1)) end, 0))`

const paymentOutcomes = () => sql`payment as (
  select t.id as tx_id, t.tx_type, t.base_currency as currency,
    ${statusIs('t.status_no', 'SUCCESSFUL')} as successful, ${statusIs('t.status_no', 'FAILED')} as failed,
    ${worthInBase} as worth,
    ${inBase(sql`t.fee_minor`)} as fee, ${inBase(sql`t.refunded_minor`)} as refunded,
    case when t.psp_fee_currency = t.base_currency then coalesce(t.psp_fee_minor, 0)
      when t.psp_fee_currency = t.currency then ${inBase(sql`t.psp_fee_minor`)} else 0 end as psp_fee,
    t.chargeback_minor > 0 as charged_back,
    exists (select 1 from tx_event f where f.merchant_id = t.merchant_id and f.tx_id = t.id and f.type = 'FORCE')
      or exists (select 1 from approval a where a.merchant_id = t.merchant_id and a.tx_id = t.id
        and a.decision = 'DENY') as overridden
  from transaction t where t.merchant_id = (select merchant_id from counted)
    and t.id in (select tx_id from asked))`

async function countHits(tx: Tx, merchantId: number, range: HourRange): Promise<void> {
  await sql`with counted as (select ${merchantId}::integer as merchant_id), ${askedIn(merchantId, range)},
    ${paymentOutcomes()},
    -- A ruleset, and a table, hit once however many of their rows did.
    hit as (
      select tx_id, at, inside, d->>'table' as decision_table, named.level, named.ref
      from asked cross join lateral (
        select 'ROW' as level, ref from jsonb_array_elements_text(d->'hits') ref
        union select 'RULESET', regexp_replace(ref, '_[0-9]+@', '@') from jsonb_array_elements_text(d->'hits') ref
        union select case when jsonb_array_length(d->'hits') = 0 then 'NONE' else 'TABLE' end, '') as named),
    -- A payment of which any row said something is none of which no row did.
    spoken as (
      select *, row_number() over (partition by tx_id, decision_table, level, ref order by at, inside) = 1 as is_first,
        bool_or(level = 'TABLE') over (partition by tx_id, decision_table) as any_said
      from hit)
    insert into rule_hit_hour (merchant_id, hour, decision_table, level, ref, owner_id, ruleset_no, tx_type, currency, hits, payments, successful,
      failed, successful_minor, failed_minor, fee_minor, refunded_minor, psp_fee_minor, charged_back, overridden,
      first_hit_at, last_hit_at)
    select ${merchantId}, ${hourOf(sql`s.at`)}, s.decision_table, s.level, s.ref,
      nullif(split_part(s.ref, '_', 1), '')::integer,
      nullif(split_part(split_part(s.ref, '@', 1), '_', 3), '')::integer,
      p.tx_type, p.currency, count(*),
      count(*) filter (where s.is_first),
      count(*) filter (where s.is_first and p.successful), count(*) filter (where s.is_first and p.failed),
      coalesce(sum(p.worth) filter (where s.is_first and p.successful), 0),
      coalesce(sum(p.worth) filter (where s.is_first and p.failed), 0),
      coalesce(sum(p.fee) filter (where s.is_first and p.successful), 0),
      coalesce(sum(p.refunded) filter (where s.is_first), 0),
      coalesce(sum(p.psp_fee) filter (where s.is_first and p.successful), 0),
      count(*) filter (where s.is_first and p.charged_back), count(*) filter (where s.is_first and p.overridden),
      min(s.at), max(s.at)
    from spoken s join payment p on p.tx_id = s.tx_id
    where s.inside and (s.level <> 'NONE' or not s.any_said)
    group by 2, 3, 4, 5, 6, 7, 8, 9`.execute(tx)
}

/** Counts these hours of a merchant anew. */
export async function recount(
  tx: Tx,
  merchantId: number,
  range: HourRange,
  firstOnly: readonly string[],
): Promise<void> {
  const { from, to } = range
  for (const table of ['rule_evaluation_hour', 'rule_hit_hour', 'rule_latency_hour'])
    await sql`delete from ${sql.ref(table)} where merchant_id = ${merchantId} and hour >= ${from} and hour < ${to}`.execute(
      tx,
    )
  await countEvaluations(tx, merchantId, range, firstOnly)
  await countLatency(tx, merchantId, range)
  await countHits(tx, merchantId, range)
}
