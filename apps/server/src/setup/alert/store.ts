import { sql } from 'kysely'
import { alertSeverities, type AlertSeverity } from '@signalbox/model/inbox/alert-channels'
import type { Alert } from '@signalbox/model/calls/alert'
import { mostCounted } from '@signalbox/model/calls/home-areas'
import type { Tx } from '../../kit/database.ts'
import type { ExpiredSource } from '../../kit/purge-expired.ts'

const columns = sql`a.id, a.merchant_id, m.name as merchant, a.source, a.severity, a.title, a.body, a.psp, a.subject,
  a.state, a.times, a.fired_at, a.last_at, a.acked_by, a.acked_at`

const mostShown = 100

/** What is not over yet and bad enough: what nobody looks into first, then the newest. */
export async function unresolvedAlerts(
  tx: Tx,
  merchants: readonly number[],
  severities: readonly AlertSeverity[] = alertSeverities,
): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    select ${columns} from alert a join merchant m on m.id = a.merchant_id
    where a.merchant_id = any(${[...merchants]}::integer[]) and a.state <> 'RESOLVED'
      and a.severity = any(${[...severities]}::text[])
    order by a.state desc, a.last_at desc, a.id desc limit ${mostShown}`.execute(tx)
  return rows
}

export interface RecentAlerts {
  readonly total: number
  readonly open: number
  readonly items: Alert[]
}

/**
 * Alerts that were noticed since a time, those that are over too: each kind by the index it has. What is over was noticed
 * no later than it ended.
 */
export async function alertsSince(
  tx: Tx,
  merchants: readonly number[],
  {
    since,
    sources,
    most,
  }: { readonly since: Date; readonly sources: readonly string[] | null; readonly most: number },
): Promise<RecentAlerts> {
  const recent = sql`alert a join merchant m on m.id = a.merchant_id
    where a.merchant_id = any(${[...merchants]}::integer[]) and a.last_at > ${since}
      and (a.state <> 'RESOLVED' or (a.state = 'RESOLVED' and a.resolved_at > ${since}))
      and (${sources === null} or a.source = any(${[...(sources ?? [])]}::text[]))`
  const { rows: counted } = await sql<{ total: number; open: number }>`
    select count(*)::integer as total, count(*) filter (where state = 'OPEN')::integer as open
    from (select a.state from ${recent} limit ${mostCounted}) as few`.execute(tx)
  const { rows } = await sql<Alert>`select ${columns} from ${recent}
    order by a.state = 'RESOLVED', a.last_at desc, a.id desc limit ${most}`.execute(tx)
  return { total: counted[0]?.total ?? 0, open: counted[0]?.open ?? 0, items: rows }
}

/** Held until the end of the transaction, so that two people do not both take it. */
export async function lockAlert(
  tx: Tx,
  merchants: readonly number[],
  id: string,
): Promise<Alert | undefined> {
  const { rows } = await sql<Alert>`
    select ${columns} from alert a join merchant m on m.id = a.merchant_id
    where a.merchant_id = any(${[...merchants]}::integer[]) and a.id = ${id} for update of a`.execute(tx)
  return rows[0]
}

export async function setAcknowledged(
  tx: Tx,
  { merchantId, id }: Alert,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  await sql`update alert set state = 'ACKED', acked_by = ${by}, acked_at = ${now}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
}

export async function setResolved(
  tx: Tx,
  { merchantId, id }: Pick<Alert, 'merchantId' | 'id'>,
  { by, now }: { readonly by: string | null; readonly now: Date },
): Promise<void> {
  await sql`update alert set state = 'RESOLVED', resolved_by = ${by}, resolved_at = ${now}
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
}

export type NewAlert = Pick<
  Alert,
  'merchantId' | 'source' | 'severity' | 'title' | 'body' | 'psp' | 'subject'
> & {
  readonly key: string
}

/** The same trouble again is the alert that stands, told anew; whoever looks into it goes on doing so. */
export async function upsertAlert(
  tx: Tx,
  alert: NewAlert,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<string> {
  const { merchantId, source, key, severity, title, body, psp, subject } = alert
  const { rows } = await sql<{ id: string }>`
    insert into alert as a
      (merchant_id, id, source, key, severity, title, body, psp, subject, state, fired_at, last_at)
    values (${merchantId}, ${id}, ${source}, ${key}, ${severity}, ${title}, ${body}, ${psp}, ${subject}, 'OPEN',
      ${now}, ${now})
    on conflict (merchant_id, source, key) where state <> 'RESOLVED' do update
      set times = a.times + 1, last_at = excluded.last_at, severity = excluded.severity, title = excluded.title,
        body = excluded.body, subject = excluded.subject
    returning a.id`.execute(tx)
  return rows[0]?.id ?? id
}

interface Unresolved {
  readonly merchantId: number
  readonly id: string
  readonly key: string
}

export async function unresolvedOf(
  tx: Tx,
  source: string,
  merchantId: number | undefined,
): Promise<Unresolved[]> {
  const { rows } = await sql<Unresolved>`
    select merchant_id, id, key from alert
    where source = ${source} and state <> 'RESOLVED'
      and (${merchantId ?? null}::integer is null or merchant_id = ${merchantId ?? null})
    for update`.execute(tx)
  return rows
}

interface LatestAlert {
  readonly merchantId: number
  readonly id: string
  readonly key: string
  readonly title: string
  readonly body: string
  readonly isResolved: boolean
  /** Who said it was over; empty where it ended by itself. */
  readonly resolvedBy: string | null
}

/** The latest alert of each trouble of a source. */
export async function latestOf(tx: Tx, source: string): Promise<LatestAlert[]> {
  const { rows } = await sql<LatestAlert>`
    select distinct on (merchant_id, key) merchant_id, id, key, title, body, state = 'RESOLVED' as is_resolved, resolved_by
    from alert where source = ${source} order by merchant_id, key, fired_at desc, id desc`.execute(tx)
  return rows
}

export const expiredAlerts: ExpiredSource = (now) => [
  {
    what: 'alerts that are over',
    table: 'alert',
    key: ['merchant_id', 'id'],
    expired: sql<boolean>`state = 'RESOLVED' and resolved_at < ${now}::timestamptz - interval '90 days'`,
  },
]
