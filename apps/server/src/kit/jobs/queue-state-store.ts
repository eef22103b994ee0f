import { sql } from 'kysely'
import type { Tx } from '../database.ts'

interface QueueState {
  readonly waiting: number
  readonly failed: number
  /** How long the job has waited that is due longest. */
  readonly oldestSeconds: number
}

export async function queueState(tx: Tx): Promise<QueueState> {
  const { rows } = await sql<QueueState>`select waiting, failed,
    coalesce(greatest(extract(epoch from now() - job_queue_due_since()), 0), 0)::float8 as oldest_seconds
    from job_queue_state()`.execute(tx)
  return rows[0] ?? { waiting: 0, failed: 0, oldestSeconds: 0 }
}
