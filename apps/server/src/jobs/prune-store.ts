import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../kit/database.ts'

const batchSize = 5_000

/** In bites, so that no lock is held for long. */
async function removeRows(
  db: Database,
  table: string,
  key: readonly string[],
  spent: RawBuilder<boolean>,
): Promise<number> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const from = sql.table(table)
  for (let total = 0; ;) {
    const { numAffectedRows = 0n } = await sql`delete from ${from} where (${columns}) in (
      select ${columns} from ${from} where ${spent} limit ${batchSize})`.execute(db)
    total += Number(numAffectedRows)
    if (numAffectedRows < batchSize) return total
  }
}

const hour = sql`interval '1 hour'`
const day = sql`interval '1 day'`

/** What has served its time, and how long it is kept after that. */
const spentRows = (
  now: Date,
): readonly { what: string; table: string; key: string[]; spent: RawBuilder<boolean> }[] => {
  const at = sql`${now}::timestamptz`
  return [
    {
      what: 'stored answers',
      table: 'operation',
      key: ['user_id', 'operation_id'],
      spent: sql`at < ${at} - ${day}`,
    },
    { what: 'events', table: 'outbox', key: ['merchant_id', 'id'], spent: sql`at < ${at} - ${day}` },
    {
      what: 'sessions',
      table: 'session',
      key: ['token_hash'],
      // Idle ones ended long before the hour is over.
      spent: sql`absolute_ends_at < ${at} or last_seen_at < ${at} - ${hour}`,
    },
    {
      what: 'login attempts',
      table: 'login_attempt',
      key: ['token_hash'],
      spent: sql`expires_at < ${at} - ${hour}`,
    },
    {
      what: 'password links',
      table: 'password_link',
      key: ['token_hash'],
      spent: sql`expires_at < ${at} - ${day}`,
    },
    {
      what: 'known devices',
      table: 'known_device',
      key: ['merchant_id', 'user_id', 'token_hash'],
      // The browser forgets its side of it after the same time.
      spent: sql`last_used_at < ${at} - interval '180 days'`,
    },
    {
      what: 'throttles',
      table: 'login_throttle',
      key: ['key'],
      spent: sql`window_ends_at < ${at} - ${hour}`,
    },
  ]
}

async function removeFailedJobs(db: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select prune_failed_jobs(${now}::timestamptz - interval '7 days') as removed`.execute(db)
  return rows[0]?.removed ?? 0
}

/** How many rows of each kind were removed; kinds without any are left out. */
export async function removeSpent(
  db: Database,
  now: Date,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const removed = new Map<string, number>()
  for (const { what, table, key, spent } of spentRows(now)) {
    signal.throwIfAborted()
    removed.set(what, await removeRows(db, table, key, spent))
  }
  removed.set('failed jobs', await removeFailedJobs(db, now))
  return new Map([...removed].filter(([, rows]) => rows > 0))
}
