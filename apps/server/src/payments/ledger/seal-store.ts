import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'
import { firstHash } from './entry-hash.ts'
import type { Discrepancy } from './invariants-store.ts'

/** How many entries a day has, and one hash over all of theirs in the order of their ids. */
const daysOf = (merchantId: number) => sql`
  select (at at time zone 'UTC')::date as day, count(*)::integer as entries,
    encode(sha256(convert_to(string_agg(hash, '' order by id), 'UTF8')), 'hex') as root
  from journal_entry where merchant_id = ${merchantId}`

const sealOver = sql`encode(sha256(convert_to(prev_hash || day || entries || root, 'UTF8')), 'hex')`

interface DayRow {
  readonly day: string
  readonly entries: number
  readonly root: string
}

/** Days before the given one that have entries and no seal, from the oldest. */
export async function unsealedDays(db: Database, merchantId: number, before: string): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    ${daysOf(merchantId)} and at < ${before}::date and at >= coalesce(
      (select max(day) + 1 from journal_seal where merchant_id = ${merchantId}), '-infinity')
    group by 1 order by 1`.execute(db)
  return rows
}

/** Each seal covers the one before it. A day another node sealed a moment ago stays as it is. */
export async function insertSeal(tx: Tx, merchantId: number, day: DayRow, at: Date): Promise<void> {
  await sql`
    insert into journal_seal (merchant_id, day, entries, prev_hash, hash, at)
    select ${merchantId}, day, entries, prev_hash, ${sealOver}, ${at}
    from (select ${day.day}::date as day, ${day.entries}::integer as entries, ${day.root}::text as root, coalesce(
      (select hash from journal_seal where merchant_id = ${merchantId} and day < ${day.day}::date
       order by day desc limit 1), ${firstHash}) as prev_hash) as sealed
    on conflict do nothing`.execute(tx)
}

/** Seals that no longer fit their day or the seal before. */
export async function brokenSeals(db: Database, merchantId: number): Promise<Discrepancy[]> {
  const { rows } = await sql<Discrepancy>`
    with seals as (
      select s.*, coalesce(lag(hash) over (order by day), ${firstHash}) as expected_prev
      from journal_seal s where merchant_id = ${merchantId}
    ), days as (${daysOf(merchantId)} and at < coalesce((select max(day) + 1 from seals), '-infinity') group by 1)
    select day::text as subject, 'sealed with ' || coalesce(s.entries, 0) || ' entries, has ' || coalesce(d.entries, 0)
      as detail
    from seals s full join days d using (day)
    where s.hash is distinct from encode(sha256(convert_to(s.expected_prev || day || d.entries || d.root, 'UTF8')), 'hex')
    order by day limit 100`.execute(db)
  return rows
}
