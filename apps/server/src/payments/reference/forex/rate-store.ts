import { sql } from 'kysely'
import { forexRate } from '@signalbox/model/entities/forex-rate'
import { defaultRateService } from '@signalbox/model/money/rate-services'
import type { Database, Tx } from '../../../kit/database.ts'
import type { Condition } from '../../../kit/entity-filter.ts'
import { keepVersions } from '../../../kit/history-store.ts'
import type { MerchantRate } from '../forex-rates.ts'

/** The service a merchant's payments use where no rule names another: of its exchange settings, the nearest. */
const serviceInUse = (chain: readonly number[]) => sql<string>`coalesce((
  select case when s.enabled then s.document ->> 'service' end
  from config s join unnest(${[...chain]}::integer[]) with ordinality as above (merchant_id, depth) using (merchant_id)
  where s.type = 'ForexConfig' order by above.depth limit 1), ${defaultRateService})`

/** The rates payments of a merchant go by. */
export const inForce = (chain: readonly number[], now: Date): Condition =>
  sql<boolean>`(${inForceOfEach(chain, now)} and t.service = ${serviceInUse(chain)})`

/** The same of each service, which rules may name: the same order as `ratesFor` and `rateSheet` have. */
export const inForceOfEach = (chain: readonly number[], now: Date): Condition => sql<boolean>`t.id in (
  select distinct on (r.service, r.from_currency, r.to_currency) r.id
  from forex_rate r join unnest(${[...chain]}::integer[]) with ordinality as c (merchant_id, depth) using (merchant_id)
  where r.state = 'ACTIVE' and r.valid_from <= ${now}
    and (r.source = 'MANUAL' or r.valid_from > ${now}::timestamptz - interval '30 days')
  order by r.service, r.from_currency, r.to_currency, c.depth, r.source desc, r.valid_from desc, r.id desc)`

export const ownRates = (selected: number, own: boolean): Condition =>
  own ? sql<boolean>`merchant_id = ${selected}` : sql<boolean>`merchant_id <> ${selected}`

/** All rates of these merchants that may have applied since a day: those of the time, and what was set by hand before. */
export async function ratesSince(
  db: Database | Tx,
  merchants: readonly number[],
  { service, day }: { readonly service: string; readonly day: string },
): Promise<MerchantRate[]> {
  const { rows } = await sql<MerchantRate>`
    select merchant_id, id, from_currency as base, to_currency as quote, buy_rate::text as buy, sell_rate::text as sell,
      valid_from, source, service
    from forex_rate
    where merchant_id = any(${[...merchants]}::integer[]) and service = ${service} and state = 'ACTIVE'
      and (source = 'MANUAL' or rate_date >= ${day}::date - 30)`.execute(db)
  return rows
}

/**
 * What holds without anything people did since `began`: rates with the figures they had then, and those the importer
 * brought in since, which nobody typed.
 */
export async function ratesUntouchedSince(
  db: Database | Tx,
  merchants: readonly number[],
  { began, now }: { readonly began: Date; readonly now: Date },
): Promise<MerchantRate[]> {
  const { rows } = await sql<MerchantRate>`
    select r.merchant_id, r.id, r.from_currency as base, r.to_currency as quote,
      coalesce(earlier.record ->> 'buyRate', r.buy_rate::text) as buy,
      coalesce(earlier.record ->> 'sellRate', r.sell_rate::text) as sell, r.valid_from, r.source, r.service
    from forex_rate r left join lateral (
      select v.record from record_version v
      where r.updated_at >= ${began} and v.merchant_id = r.merchant_id and v.entity = ${forexRate.slug}
        and v.record_id = r.id::text and v.at < ${began}
      order by v.version desc limit 1) as earlier (record) on true
    where r.merchant_id = any(${[...merchants]}::integer[]) and r.valid_from <= ${now}
      and (r.source = 'MANUAL' or r.valid_from > ${now}::timestamptz - interval '30 days')
      and coalesce(earlier.record ->> 'state', r.state) = 'ACTIVE'
      and (r.updated_at < ${began} or earlier.record is not null
        or (r.source = 'IMPORTED' and r.created_by is null and r.version = 1))`.execute(db)
  return rows
}

interface FirstFigures {
  readonly service: string
  readonly toCurrency: string
  readonly buyRate: string
  readonly sellRate: string
}

/** For pairs that had no rate before: the first figures somebody gave them since. */
export async function firstFiguresSince(
  db: Database | Tx,
  merchants: readonly number[],
  began: Date,
): Promise<FirstFigures[]> {
  const { rows } = await sql<FirstFigures>`
    select distinct on (record ->> 'service', record ->> 'toCurrency') record ->> 'service' as service,
      record ->> 'toCurrency' as to_currency, record ->> 'buyRate' as buy_rate, record ->> 'sellRate' as sell_rate
    from record_version
    where merchant_id = any(${[...merchants]}::integer[]) and entity = ${forexRate.slug} and at >= ${began}
    order by record ->> 'service', record ->> 'toCurrency', at, version`.execute(db)
  return rows
}

interface RateKey {
  readonly merchantId: number
  readonly service: string
  readonly source: string
  readonly fromCurrency: string
  readonly toCurrency: string
  readonly rateDate: string
}

/** The active rate of that day from the same source. */
export async function rateOfDay(tx: Tx, key: RateKey): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`select id from forex_rate
    where merchant_id = ${key.merchantId} and service = ${key.service} and source = ${key.source}
      and from_currency = ${key.fromCurrency} and to_currency = ${key.toCurrency}
      and rate_date = ${key.rateDate}::date and state = 'ACTIVE'`.execute(tx)
  return rows[0]
}

export interface DayRate {
  readonly id: string
  readonly fromCurrency: string
  readonly toCurrency: string
  readonly rateDate: string
  readonly buyRate: string
  readonly sellRate: string
}

/** What a merchant has of its own from a source. */
export async function ownDayRates(
  tx: Tx,
  { merchantId, service, source }: Pick<RateKey, 'merchantId' | 'service' | 'source'>,
): Promise<DayRate[]> {
  const { rows } = await sql<DayRate>`
    select id, from_currency, to_currency, rate_date, buy_rate::text, sell_rate::text from forex_rate
    where merchant_id = ${merchantId} and service = ${service} and source = ${source} and state = 'ACTIVE'`.execute(
    tx,
  )
  return rows
}

interface Stamp {
  readonly merchantId: number
  readonly service: string
  readonly by: string
  readonly note: string | null
  readonly now: Date
}

/** Rates of a file: new ones are inserted, those of a day that is there get the figures of the file. */
export async function saveDayRates(
  tx: Tx,
  { created, updated }: { readonly created: readonly DayRate[]; readonly updated: readonly DayRate[] },
  { merchantId, service, by, note, now }: Stamp,
): Promise<void> {
  const column = (rates: readonly DayRate[], name: keyof DayRate) => rates.map((rate) => rate[name])
  if (created.length > 0)
    await sql`
      insert into forex_rate (merchant_id, id, from_currency, to_currency, buy_rate, sell_rate, rate_date, valid_from,
        source, service, state, created_by, created_at, updated_at, updated_by)
      select ${merchantId}, id, from_currency, to_currency, buy, sell, day, day::timestamp at time zone 'UTC',
        'IMPORTED', ${service}, 'ACTIVE', ${by}, ${now}, ${now}, ${by}
      from unnest(${column(created, 'id')}::uuid[], ${column(created, 'fromCurrency')}::text[],
        ${column(created, 'toCurrency')}::text[], ${column(created, 'buyRate')}::numeric[],
        ${column(created, 'sellRate')}::numeric[], ${column(created, 'rateDate')}::date[])
        as given (id, from_currency, to_currency, buy, sell, day)`.execute(tx)
  if (updated.length > 0)
    await sql`
      update forex_rate set buy_rate = given.buy, sell_rate = given.sell, version = version + 1,
        updated_at = ${now}, updated_by = ${by}
      from unnest(${column(updated, 'id')}::uuid[], ${column(updated, 'buyRate')}::numeric[],
        ${column(updated, 'sellRate')}::numeric[]) as given (id, buy, sell)
      where forex_rate.merchant_id = ${merchantId} and forex_rate.id = given.id`.execute(tx)
  const stamp = { by, note, now }
  await keepVersions(tx, forexRate, { ...stamp, ids: created.map(({ id }) => id), changeType: 'CREATE' })
  await keepVersions(tx, forexRate, { ...stamp, ids: updated.map(({ id }) => id), changeType: 'UPDATE' })
}

/** Deletes what was imported for a merchant; says how many. What they were stays in their history. */
export async function removeImported(
  tx: Tx,
  merchantId: number,
  stamp: { readonly by: string; readonly note: string | null; readonly now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`select id from forex_rate
    where merchant_id = ${merchantId} and source = 'IMPORTED' and state = 'ACTIVE' for update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await keepVersions(tx, forexRate, { ...stamp, ids, changeType: 'DELETE' })
  await sql`delete from forex_rate where merchant_id = ${merchantId} and id = any(${ids}::uuid[])`.execute(tx)
  return ids.length
}

export async function merchantCurrencies(
  tx: Tx,
  merchantId: number,
): Promise<{ readonly baseCurrency: string; readonly currencies: readonly string[] }> {
  return tx
    .selectFrom('merchant')
    .select(['baseCurrency', 'currencies'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()
}

/** Merchants whose rates are imported for them alone, with the service they use. */
export async function merchantsWithOwnRates(
  db: Database,
): Promise<{ readonly merchantId: number; readonly document: Readonly<Record<string, unknown>> }[]> {
  const { rows } = await sql<{ merchantId: number; document: Readonly<Record<string, unknown>> }>`
    select merchant_id, document from config where type = 'ForexConfig' and enabled
      and document ->> 'ownRates' = 'true' order by merchant_id`.execute(db)
  return rows
}

export const allDates: Condition = sql<boolean>`true`
