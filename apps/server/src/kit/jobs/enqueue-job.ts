import { sql } from 'kysely'
import type { Tx } from '../database.ts'
import { currentContext } from '../request-context.ts'
import { withContext } from './job-context.ts'

export interface JobRequest {
  readonly task: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly runAt?: Date
  /** A later request with the same key replaces an earlier one that has not run yet. */
  readonly key?: string
  readonly maxAttempts?: number
}

/** The job becomes visible with the commit of `tx`, or never. */
export async function enqueueJob(tx: Tx, job: JobRequest): Promise<void> {
  await sql`select enqueue_job(
    ${job.task}::text,
    ${JSON.stringify(withContext(job.payload, currentContext()))}::json,
    ${job.runAt ?? null}::timestamptz,
    ${job.key ?? null}::text,
    ${job.maxAttempts ?? 10}::integer)`.execute(tx)
}
