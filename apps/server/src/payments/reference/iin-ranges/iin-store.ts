import { sql } from 'kysely'
import { iin } from '@signalbox/model/entities/iin'
import { iinDigits, type IinBounds } from '@signalbox/model/reference/iin-range'
import type { Tx } from '../../../kit/database.ts'
import type { Condition } from '../../../kit/entity-filter.ts'
import { keepVersions } from '../../../kit/history-store.ts'

/** Digits look for ranges that hold numbers beginning so, anything else for a bank. */
export function binOrBank(text: string): Condition {
  const trimmed = text.trim()
  if (/^\d{1,11}$/.test(trimmed)) {
    const [first, last] = [trimmed.padEnd(iinDigits, '0'), trimmed.padEnd(iinDigits, '9')].map(Number)
    return sql<boolean>`(range_start <= ${last}::bigint and range_end >= ${first}::bigint)`
  }
  const pattern = `%${trimmed.toLowerCase().replace(/[\\%_]/g, (c) => `\\${c}`)}%`
  return sql<boolean>`lower(bank_name) like ${pattern}`
}

export const ownRanges = (selected: number, own: boolean): Condition =>
  own ? sql<boolean>`merchant_id = ${selected}` : sql<boolean>`merchant_id <> ${selected}`

interface Place {
  readonly merchantId: number
  readonly source: string
}

/** A range of the same merchant and source that shares a number with this one. */
export async function overlapping(
  tx: Tx,
  { merchantId, source }: Place,
  { rangeStart, rangeEnd }: IinBounds,
): Promise<IinBounds | undefined> {
  const { rows } = await sql<IinBounds>`select range_start, range_end from iin
    where merchant_id = ${merchantId} and source = ${source} and state <> 'DELETED'
      and range_start <= ${rangeEnd}::bigint and range_end >= ${rangeStart}::bigint
    order by range_start limit 1`.execute(tx)
  return rows[0]
}

/** Ranges as columns, which is how many of them travel to the database at once. */
export interface RangeColumns {
  readonly ids: string[]
  readonly starts: number[]
  readonly ends: number[]
  readonly brands: string[]
  readonly types: string[]
  readonly countries: (string | null)[]
  readonly banks: (string | null)[]
  readonly subBrands: (string | null)[]
  readonly categories: (string | null)[]
  readonly sources: string[]
  readonly states: string[]
}

const given = (r: RangeColumns) => sql`unnest(${r.ids}::uuid[], ${r.starts}::bigint[], ${r.ends}::bigint[],
  ${r.brands}::text[], ${r.types}::text[], ${r.countries}::text[], ${r.banks}::text[], ${r.subBrands}::text[],
  ${r.categories}::text[], ${r.sources}::text[], ${r.states}::text[]) with ordinality
  as g (id, range_start, range_end, card_brand, card_type, country_code, bank_name, card_sub_brand, card_category,
    source, state, place)`

export interface ComparedRange {
  /** Of the range that is there under the same bounds and source. */
  readonly id: string | null
  readonly isSame: boolean
  /** Another range it would overlap with. */
  readonly otherStart: number | null
  readonly otherEnd: number | null
}

/**
 * Each range beside what there is, in the order given. Ranges of one merchant and source do not overlap, so of those
 * that begin before the end of a range only the last can reach into it.
 */
export async function compareRanges(
  tx: Tx,
  merchantId: number,
  ranges: RangeColumns,
): Promise<ComparedRange[]> {
  const { rows } = await sql<ComparedRange>`
    select same.id, coalesce(
        (g.card_brand, g.card_type, g.country_code, g.bank_name, g.card_sub_brand, g.card_category, g.state)
        is not distinct from
        (same.card_brand, same.card_type, same.country_code, same.bank_name, same.card_sub_brand, same.card_category,
          same.state), false) as is_same,
      other.range_start as other_start, other.range_end as other_end
    from ${given(ranges)}
    left join iin same on same.merchant_id = ${merchantId} and same.source = g.source and same.state <> 'DELETED'
      and same.range_start = g.range_start and same.range_end = g.range_end
    left join lateral (select * from (select i.range_start, i.range_end from iin i
      where same.id is null and i.merchant_id = ${merchantId} and i.source = g.source and i.state <> 'DELETED'
        and i.range_start <= g.range_end
      order by i.range_start desc limit 1) near where near.range_end >= g.range_start) other on true
    order by g.place`.execute(tx)
  return rows
}

interface Stamp {
  readonly merchantId: number
  readonly by: string
  readonly note: string | null
  readonly now: Date
}

export async function insertRanges(tx: Tx, ranges: RangeColumns, stamp: Stamp): Promise<void> {
  const { merchantId, by, now } = stamp
  if (ranges.ids.length === 0) return
  await sql`
    insert into iin (merchant_id, id, range_start, range_end, card_brand, card_type, country_code, bank_name,
      card_sub_brand, card_category, source, state, created_at, updated_at, updated_by)
    select ${merchantId}, id, range_start, range_end, card_brand, card_type, country_code, bank_name, card_sub_brand,
      card_category, source, state, ${now}, ${now}, ${by}
    from ${given(ranges)}`.execute(tx)
  await keepVersions(tx, iin, { ...stamp, ids: ranges.ids, changeType: 'CREATE' })
}

export async function updateRanges(tx: Tx, ranges: RangeColumns, stamp: Stamp): Promise<void> {
  const { merchantId, by, now } = stamp
  if (ranges.ids.length === 0) return
  await sql`
    update iin set card_brand = g.card_brand, card_type = g.card_type, country_code = g.country_code,
      bank_name = g.bank_name, card_sub_brand = g.card_sub_brand, card_category = g.card_category, state = g.state,
      version = iin.version + 1, updated_at = ${now}, updated_by = ${by}
    from ${given(ranges)} where iin.merchant_id = ${merchantId} and iin.id = g.id`.execute(tx)
  await keepVersions(tx, iin, { ...stamp, ids: ranges.ids, changeType: 'UPDATE' })
}
