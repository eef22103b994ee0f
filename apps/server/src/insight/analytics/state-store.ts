import { sql } from 'kysely'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import type { Database, Tx } from '../../kit/database.ts'

export interface CubeState {
  readonly freshAt: string
  readonly seenXid: number
  readonly zones: readonly string[]
  readonly madeBy: string
}

export async function readState(db: Database | Tx, merchantId: number): Promise<CubeState | undefined> {
  const { rows } = await sql<CubeState>`select fresh_at, seen_xid, zones, made_by from analytics_state
    where merchant_id = ${merchantId}`.execute(db)
  return rows[0]
}

export async function writeState(
  db: Database | Tx,
  merchantId: number,
  { freshAt, seenXid, zones, madeBy }: Omit<CubeState, 'freshAt'> & { readonly freshAt: Date },
): Promise<void> {
  await sql`insert into analytics_state (merchant_id, fresh_at, seen_xid, zones, made_by)
    values (${merchantId}, ${freshAt}, ${seenXid}, ${[...zones]}::text[], ${madeBy})
    on conflict (merchant_id) do update set fresh_at = excluded.fresh_at, seen_xid = excluded.seen_xid,
      zones = excluded.zones, made_by = excluded.made_by`.execute(db)
}

/**
 * The oldest of what is known about these merchants; null when nothing was added up of one of them, or not yet in the zone
 * of whoever asks, because that is a new one.
 */
export async function freshnessOf(
  tx: Tx,
  merchants: readonly number[],
  { zone, now }: { readonly zone: string; readonly now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ freshAt: string | null; isMissing: boolean }>`
    select min(s.fresh_at) as fresh_at,
      coalesce(bool_or(s.merchant_id is null or not (${zone} = any(s.zones))), false) as is_missing
    from unnest(${[...merchants]}::integer[]) as m (id) left join analytics_state s on s.merchant_id = m.id
    where s.merchant_id is not null or exists (select 1 from transaction t where t.merchant_id = m.id)`.execute(
    tx,
  )
  const [found] = rows
  if (!found || found.isMissing) return null
  return found.freshAt ?? now.toISOString()
}

/** Days of a merchant are looked at in its own zone and in those of the merchants above it. */
export async function zonesOf(db: Database | Tx, merchantId: number): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`select a.time_zone as zone, min(m.level - a.level) as distance
    from merchant m join merchant a on m.path like a.path || '%' where m.id = ${merchantId}
    group by 1 order by 2`.execute(db)
  return rows.map(({ zone }) => zone)
}

/** Whatever the database began before this number is over: who looks from now on sees what became of it. */
export async function horizon(db: Database | Tx): Promise<number> {
  const { rows } = await sql<{ xid: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(db)
  return Number(rows[0]?.xid ?? 0)
}

/**
 * Notes the five minutes of all payments that were written since. The time of a change narrows it down, by an index; that
 * time is given before the commit, so the number of the database's transaction decides whether it was seen already.
 */
export async function noteChanges(
  db: Database,
  merchantId: number,
  { since, seenXid }: { readonly since: Date; readonly seenXid: number },
): Promise<void> {
  await sql`insert into analytics_dirty (merchant_id, at)
    select distinct t.merchant_id, date_bin('5 minutes', t.created_at, timestamptz '2000-01-01 00:00Z')
    from transaction t where t.merchant_id = ${merchantId} and t.updated_at >= ${since}
      and age(t.xmin) <= (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - ${seenXid}::bigint + 1)
    on conflict do nothing`.execute(db)
}

/** For whoever writes payments of the past: their time of change says nothing about when they were written. */
export async function noteBulk(
  tx: Tx,
  payments: readonly { readonly merchantId: number; readonly created: string }[],
): Promise<void> {
  const slotMs = 300_000
  const slots = new Map(
    payments.map(({ merchantId, created }) => {
      const at = new Date(Math.floor(Date.parse(created) / slotMs) * slotMs).toISOString()
      return [`${merchantId} ${at}`, { merchantId, at }]
    }),
  )
  const list = [...slots.values()].toSorted((a, b) => a.merchantId - b.merchantId || (a.at < b.at ? -1 : 1))
  await sql`insert into analytics_dirty (merchant_id, at)
    select * from unnest(${list.map(({ merchantId }) => merchantId)}::integer[], ${list.map(({ at }) => at)}::timestamptz[])
    on conflict do nothing`.execute(tx)
}

/** The first and the last five minutes that changed. */
export async function dirtySpan(
  db: Database,
  merchantId: number,
): Promise<{ readonly first: Date; readonly last: Date } | undefined> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(at) as first, max(at) as last from analytics_dirty where merchant_id = ${merchantId}`.execute(
    db,
  )
  const { first, last } = rows[0] ?? {}
  return first && last ? { first: new Date(first), last: new Date(last) } : undefined
}

/** By the numbers of payments, which grow with the time they are made at: an index alone answers it. */
export async function hasMorePayments(
  db: Database,
  merchantId: number,
  { from, to }: { readonly from: Date; readonly to: Date },
  most: number,
): Promise<boolean> {
  const { rows } = await sql<{ isMore: boolean }>`select exists (select 1 from transaction
    where merchant_id = ${merchantId} and id >= ${firstTxIdAt(from.getTime())} and id < ${firstTxIdAt(to.getTime())}
    order by id offset ${most} limit 1) as is_more`.execute(db)
  return rows[0]?.isMore ?? false
}

export async function takeDirty(
  tx: Tx,
  merchantId: number,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Date[]> {
  const { rows } = await sql<{ at: string }>`delete from analytics_dirty
    where merchant_id = ${merchantId} and at >= ${from} and at < ${to} returning at`.execute(tx)
  return rows.map(({ at }) => new Date(at))
}

export async function dropDirty(tx: Tx, merchantId: number): Promise<void> {
  await sql`delete from analytics_dirty where merchant_id = ${merchantId}`.execute(tx)
}

/** When the first and the last payment of a merchant were made. */
export async function paymentSpan(
  db: Database | Tx,
  merchantId: number,
): Promise<{ readonly first: Date; readonly last: Date } | undefined> {
  const end = (
    order: 'asc' | 'desc',
  ) => sql`(select created_at from transaction where merchant_id = ${merchantId}
    order by id ${sql.raw(order)} limit 1)`
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select ${end('asc')} as first, ${end('desc')} as last`.execute(db)
  const { first, last } = rows[0] ?? {}
  return first && last ? { first: new Date(first), last: new Date(last) } : undefined
}
