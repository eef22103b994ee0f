import type { AccountWidgetData, JobsWidgetData, UsersWidgetData } from '@signalbox/model/calls/home'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { jobStatusStore } from '../../kit/jobs/job-status-store.ts'
import { checkBooksName } from '../../payments/ledger/read-model.ts'

export async function countUsers(tx: Tx, merchants: readonly number[]): Promise<UsersWidgetData> {
  const { rows } = await sql<UsersWidgetData>`
    select
      count(*) filter (where state = 'ACTIVE')::int as active,
      count(*) filter (where state = 'LOCKED')::int as locked,
      count(*) filter (where state = 'DISABLED')::int as disabled,
      count(*) filter (where state = 'INVITED')::int as invited,
      count(*) filter (where state in ('ACTIVE', 'LOCKED') and cardinality(two_factor) = 0)::int as without_two_factor
    from backoffice_user where merchant_id = any(${[...merchants]}::integer[])`.execute(tx)
  return rows[0] ?? { active: 0, locked: 0, disabled: 0, invited: 0, withoutTwoFactor: 0 }
}

export async function ownAccount(
  tx: Tx,
  person: { id: string; homeMerchantId: number },
): Promise<Pick<AccountWidgetData, 'requiredActions' | 'twoFactor'>> {
  const row = await tx
    .selectFrom('backofficeUser')
    .select(['requiredActions', 'twoFactor'])
    .where('merchantId', '=', person.homeMerchantId)
    .where('id', '=', person.id)
    .executeTakeFirst()
  return {
    requiredActions: (row?.requiredActions ?? []) as AccountWidgetData['requiredActions'],
    twoFactor: row?.twoFactor ?? [],
  }
}

export async function readJobs(tx: Tx, now: Date): Promise<JobsWidgetData> {
  const jobs = await jobStatusStore(tx).list()
  const queue = await sql<JobsWidgetData['queue']>`select waiting, failed from job_queue_state()`.execute(tx)
  return {
    jobs: jobs.map(({ startedAt, finishedAt, outcome, running, nextRunAt, ...job }) => ({
      name: job.name,
      title: job.title,
      lastStartedAt: startedAt,
      lastFinishedAt: finishedAt,
      outcome: outcome as 'OK' | 'FAILED' | null,
      error: job.error,
      summary: job.summary,
      running,
      nextRunAt,
      lagSeconds: running ? 0 : Math.max(0, Math.floor((now.getTime() - Date.parse(nextRunAt)) / 1000)),
    })),
    queue: queue.rows[0] ?? { waiting: 0, failed: 0 },
  }
}

export async function countFailingJobs(tx: Tx): Promise<number> {
  const jobs = await jobStatusStore(tx).list()
  return jobs.filter(({ outcome }) => outcome === 'FAILED').length
}

/** When the books were last looked through, well or not. */
export async function booksCheckedAt(tx: Tx): Promise<string | null> {
  const jobs = await jobStatusStore(tx).list()
  return jobs.find(({ name }) => name === checkBooksName)?.finishedAt ?? null
}
