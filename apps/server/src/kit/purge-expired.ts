import { sql, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'

/** Rows to purge. Whoever owns the table says when they have expired. */
export interface ExpiredRows {
  readonly what: string
  readonly table: string
  readonly key: readonly string[]
  readonly expired: RawBuilder<boolean>
}

export type ExpiredSource = (now: Date) => readonly ExpiredRows[]

const batchSize = 5_000

/** In batches, so that no lock is held for long. */
export async function purgeExpired(db: Database, { table, key, expired }: ExpiredRows): Promise<number> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const from = sql.table(table)
  for (let total = 0; ;) {
    const { numAffectedRows = 0n } = await sql`delete from ${from} where (${columns}) in (
      select ${columns} from ${from} where ${expired} limit ${batchSize})`.execute(db)
    total += Number(numAffectedRows)
    if (numAffectedRows < batchSize) return total
  }
}

/** The kit's own: answers kept for a retry, and events every node has long read. */
export const expiredInKit: ExpiredSource = (now) => {
  const dayOld = sql<boolean>`at < ${now}::timestamptz - interval '1 day'`
  return [
    { what: 'stored answers', table: 'operation', key: ['user_id', 'operation_id'], expired: dayOld },
    { what: 'events', table: 'outbox', key: ['merchant_id', 'id'], expired: dayOld },
  ]
}

export async function removeFailedJobs(db: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select prune_failed_jobs(${now}::timestamptz - interval '7 days') as removed`.execute(db)
  return rows[0]?.removed ?? 0
}
