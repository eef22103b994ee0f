import { sql } from 'kysely'
import type { AuditVerification } from '@signalbox/model/calls/audit'
import type { Database } from '../apps/server/src/kit/database.ts'
import { signIn } from './console-client.ts'
import type { SeenChain } from './oracle.ts'
import { until } from './waiting.ts'

const sealedWithinMs = 60_000
const platform = 1000

/**
 * What payments did becomes part of the audit log every few minutes. A round does not wait for that: the job is made due
 * now, and again should a run that had begun before put it off.
 */
export async function sealNow(db: Database): Promise<void> {
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
}

/** What the console answers whoever asks whether the log was tampered with. */
export async function verifyChains(origin: string): Promise<SeenChain[]> {
  const auditor = await signIn(origin, 'admin')
  const { chains } = await auditor.get<AuditVerification>(`/audit/verify?merchantId=${platform}`)
  return chains.map(({ chainId, ok, reason }) => ({ chainId, ok, reason }))
}
