import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'

interface WaitingMessages {
  readonly kind: string
  readonly waiting: number
  readonly oldestSeconds: number
}

/** Messages nobody has got yet, by kind. Their time is that of payments, which the sandbox may be ahead in. */
export async function waitingMessages(tx: Tx, now: Date): Promise<WaitingMessages[]> {
  const { rows } = await sql<WaitingMessages>`
    select kind, count(*)::integer as waiting,
      greatest(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float8 as oldest_seconds
    from notification where status = 'PENDING' group by kind`.execute(tx)
  return rows
}
