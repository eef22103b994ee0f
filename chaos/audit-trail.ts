import { sql } from 'kysely'
import type { AuditVerification } from '@signalbox/model/calls/audit'
import type { Database } from '../apps/server/src/kit/database.ts'
import { signIn } from './console-client.ts'
import type { SeenChain } from './oracle.ts'
import { until } from './waiting.ts'

const sealedWithinMs = 60_000
const platform = 1000

/** The last event of each payment, which is in the audit log once everything was sealed after this was asked. */
async function lastEvents(db: Database, after: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ txId: number; seq: number }>`with family as (
      select distinct merchant_id, coalesce(origin_tx_id, id) as id from transaction where id > ${after})
    select e.tx_id, max(e.seq) as seq from family f
      join transaction t on t.merchant_id = f.merchant_id and coalesce(t.origin_tx_id, t.id) = f.id
      join tx_event e on e.merchant_id = t.merchant_id and e.tx_id = t.id
    group by e.tx_id`.execute(db)
  return new Map(rows.map(({ txId, seq }) => [txId, seq]))
}

/**
 * What payments did becomes part of the audit log every few minutes. A round does not wait for that: the job is made due
 * now, and again should a run that had begun before put it off. Answers what has to be sealed then: payments nobody
 * knows the end of go on being asked about, and what is written from now on is for the next time.
 */
export async function sealNow(db: Database, after: number): Promise<ReadonlyMap<number, number>> {
  const written = await lastEvents(db, after)
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  const asked = rows[0]?.now
  await until(
    async () => {
      const { rows: runs } = await sql<{ isDone: boolean }>`update job_status
        set next_run_at = least(next_run_at, ${asked}) where name = 'payment-event-seal'
        returning coalesce(started_at > ${asked} and finished_at >= started_at, false) as is_done`.execute(db)
      return runs[0]?.isDone === true
    },
    sealedWithinMs,
    500,
  )
  return written
}

/** What the console answers whoever asks whether the log was tampered with. */
export async function verifyChains(origin: string): Promise<SeenChain[]> {
  const auditor = await signIn(origin, 'admin')
  const { chains } = await auditor.get<AuditVerification>(`/audit/verify?merchantId=${platform}`)
  return chains.map(({ chainId, ok, reason }) => ({ chainId, ok, reason }))
}
