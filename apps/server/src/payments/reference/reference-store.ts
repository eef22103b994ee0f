import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { forexConfigOf } from '@signalbox/model/configuration/forex-config'
import type { Database, Tx } from '../../kit/database.ts'
import type { CardFacts } from './card-facts.ts'
import type { GeoNetwork } from './geo-ip.ts'
import type { IinSource } from '@signalbox/model/reference/cards'
import type { IinRange } from './iin.ts'
import type { RateWithOrigin } from './forex-rates.ts'

/** Every merchant's ancestors, nearest first and itself before them. */
export async function readChains(db: Database | Tx): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await sql<{ id: number; path: string }>`select id, path from merchant`.execute(db)
  return new Map(rows.map(({ id, path }) => [id, path.split('/').filter(Boolean).map(Number).reverse()]))
}

/** Named as it is stored: renaming the columns of a hundred thousand rows would hold everybody up. */
interface IinRow {
  readonly id: string
  readonly merchant_id: number
  readonly range_start: number
  readonly range_end: number
  readonly card_brand: CardFacts['brand']
  readonly card_type: CardFacts['type']
  readonly country_code: string | null
  readonly bank_name: string | null
  readonly card_sub_brand: string | null
  readonly card_category: string | null
  readonly source: IinSource
  readonly state: string
  readonly updated_at: string
}

/** Another text whenever a range has changed; much quicker to read than the ranges. */
export async function readIinStamp(db: Database): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(',', count(*), sum(version), max(updated_at)) as stamp from iin`.execute(db)
  return rows[0]?.stamp ?? ''
}

/** The service whose rates a merchant goes by, of each that has settings of its own. */
export async function readActiveServices(db: Database): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ merchantId: number; document: Readonly<Record<string, unknown>> }>`
    select merchant_id, case when enabled then document else '{}' end as document
    from config where type = 'ForexConfig'`.execute(db)
  return new Map(rows.map(({ merchantId, document }) => [merchantId, forexConfigOf(document).service]))
}

const rangeOf = (row: IinRow): IinRange => ({
  id: row.id,
  merchantId: row.merchant_id,
  from: row.range_start,
  to: row.range_end,
  source: row.source,
  updatedAt: row.updated_at,
  inactive: row.state !== 'ACTIVE',
  facts: {
    brand: row.card_brand,
    type: row.card_type,
    category: row.card_category,
    subBrand: row.card_sub_brand,
    issuer: row.bank_name,
    issuerCountry: row.country_code,
  },
})

const iinColumns = sql`id, merchant_id, range_start, range_end, card_brand, card_type, country_code, bank_name,
  card_sub_brand, card_category, source, state, updated_at`

/** Between so many rows others get their turn. */
const rowsAtOnce = 10_000

export async function readIinRanges(db: Database): Promise<IinRange[]> {
  const { rows } = await sql<IinRow>`select ${iinColumns} from iin where state <> 'DELETED'`.execute(
    db.withoutPlugins(),
  )
  const ranges: IinRange[] = []
  for (const row of rows) {
    ranges.push(rangeOf(row))
    if (ranges.length % rowsAtOnce === 0) await setImmediate()
  }
  return ranges
}

/** Those of some merchants that hold a number. */
export async function readIinAround(
  db: Database | Tx,
  merchants: readonly number[],
  value: number,
): Promise<IinRange[]> {
  const { rows } = await sql<IinRow>`select ${iinColumns} from iin
    where merchant_id = any(${[...merchants]}::integer[]) and state <> 'DELETED'
      and range_start <= ${value}::bigint and range_end >= ${value}::bigint`.execute(db.withoutPlugins())
  return rows.map(rangeOf)
}

export async function readGeoNetworks(db: Database): Promise<GeoNetwork[]> {
  const { rows } = await sql<GeoNetwork>`
    select network::text as network, country, region, city from geo_ip_range`.execute(db)
  return rows
}

/** When somebody last entered or changed a rate; null for what the importer brought in and nobody touched since. */
export const enteredAt = sql<string | null>`case
  when source = 'IMPORTED' and created_by is null and version = 1 then null else updated_at end`

/**
 * Of each rate the latest that has begun, and the last of those that begin within the next day: of what was published, of
 * what people entered, and of what they entered within the last day, as what counts may be without these.
 */
export async function readRates(db: Database | Tx, now: Date): Promise<RateWithOrigin[]> {
  const { rows } = await sql<RateWithOrigin>`
    select distinct on (merchant_id, service, source, from_currency, to_currency, is_coming, is_entered, is_fresh)
      merchant_id, id, from_currency as base, to_currency as quote, buy_rate::text as buy, sell_rate::text as sell,
      valid_from, source, service, entered_at
    from (
      select *, entered_at is not null as is_entered,
        coalesce(greatest(entered_at, valid_from) > ${now}::timestamptz - interval '1 day', false) as is_fresh
      from (select *, valid_from > ${now} as is_coming, ${enteredAt} as entered_at from forex_rate) as known
      where state = 'ACTIVE' and valid_from <= ${now}::timestamptz + interval '1 day'
        and (source = 'MANUAL' or valid_from > ${now}::timestamptz - interval '30 days')
    ) as rate
    order by merchant_id, service, source, from_currency, to_currency, is_coming, is_entered, is_fresh,
      valid_from desc, id desc`.execute(db)
  return rows
}

export interface NewRate {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly buy: string
  readonly sell: string
}

/** Imported rates of one day. What was imported before for that day stays: rates that payments used are not rewritten. */
export async function insertRates(
  tx: Tx,
  merchantId: number,
  { day, service, rates, now }: { day: string; service: string; rates: readonly NewRate[]; now: Date },
): Promise<number> {
  if (rates.length === 0) return 0
  const column = (pick: (rate: NewRate) => string) => rates.map(pick)
  const { numAffectedRows = 0n } = await sql`
    insert into forex_rate (merchant_id, id, from_currency, to_currency, buy_rate, sell_rate, rate_date, valid_from,
      source, service, state, created_at, updated_at, updated_by)
    select ${merchantId}, id, from_currency, to_currency, buy, sell, ${day}::date, ${`${day}T00:00:00Z`}::timestamptz,
      'IMPORTED', ${service}, 'ACTIVE', ${now}, ${now}, 'system'
    from unnest(${column((rate) => rate.id)}::uuid[], ${column((rate) => rate.from)}::text[],
      ${column((rate) => rate.to)}::text[], ${column((rate) => rate.buy)}::numeric[],
      ${column((rate) => rate.sell)}::numeric[]) as given (id, from_currency, to_currency, buy, sell)
    on conflict (merchant_id, service, source, from_currency, to_currency, rate_date) where state = 'ACTIVE'
    do nothing`.execute(tx)
  return Number(numAffectedRows)
}

/** Rates somebody deleted count: they are restored by people and not by the next import. */
export async function hasRatesOf(
  db: Database,
  merchantId: number,
  service: string,
  day: string,
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from forex_rate where merchant_id = ${merchantId} and service = ${service}
    and source = 'IMPORTED' and rate_date = ${day}::date limit 1`.execute(db)
  return rows.length > 0
}

export interface NewIin {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly brand: string
  readonly type: string
  readonly country: string | null
  readonly bank: string | null
  readonly category: string | null
  readonly subBrand?: string | null
}

export async function insertIinRanges(
  tx: Tx,
  merchantId: number,
  { source, ranges, now }: { source: IinSource; ranges: readonly NewIin[]; now: Date },
): Promise<void> {
  const column = <T>(pick: (range: NewIin) => T) => ranges.map(pick)
  await sql`
    insert into iin (merchant_id, id, range_start, range_end, card_brand, card_type, country_code, bank_name,
      card_category, card_sub_brand, source, state, created_at, updated_at, updated_by)
    select ${merchantId}, id, range_start, range_end, brand, type, country, bank, category, sub_brand, ${source}, 'ACTIVE',
      ${now}, ${now}, 'system'
    from unnest(${column((r) => r.id)}::uuid[], ${column((r) => r.from)}::bigint[], ${column((r) => r.to)}::bigint[],
      ${column((r) => r.brand)}::text[], ${column((r) => r.type)}::text[], ${column((r) => r.country)}::text[],
      ${column((r) => r.bank)}::text[], ${column((r) => r.category)}::text[],
      ${column((r) => r.subBrand ?? null)}::text[])
      as given (id, range_start, range_end, brand, type, country, bank, category, sub_brand)`.execute(tx)
}

export async function insertGeoNetworks(tx: Tx, networks: readonly GeoNetwork[]): Promise<void> {
  await sql`
    insert into geo_ip_range (network, country, region, city)
    select network, country, region, city
    from unnest(${networks.map((n) => n.network)}::cidr[], ${networks.map((n) => n.country)}::text[],
      ${networks.map((n) => n.region)}::text[], ${networks.map((n) => n.city)}::text[])
      as given (network, country, region, city)
    on conflict (network) do nothing`.execute(tx)
}
