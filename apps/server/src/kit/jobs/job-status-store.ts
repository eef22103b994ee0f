import { sql, type Selectable } from 'kysely'
import type { Database } from '../database.ts'
import type { Instant } from '../tables.ts'

export interface JobStatusTable {
  name: string
  title: string
  nextRunAt: Instant
  startedAt: Instant | null
  finishedAt: Instant | null
  outcome: string | null
  error: string | null
  summary: string | null
  failures: number
  leaseOwner: string | null
  leaseUntil: Instant | null
}

type JobStatusRow = Selectable<JobStatusTable>

interface Declared {
  readonly name: string
  readonly title: string
  /** For a job that is known already, unless it is due earlier. */
  readonly nextRunAt: Date
  readonly firstRunAt: Date
}

export interface Claim {
  readonly name: string
  readonly owner: string
}

// Schedules follow the application's clock. Leases are about processes being alive, so they follow the one clock all
// nodes share: the database's.
const leaseEnd = (leaseMs: number) =>
  sql<string>`clock_timestamp() + make_interval(secs => ${leaseMs / 1000})`
const isFree = sql<boolean>`(lease_until is null or lease_until < clock_timestamp())`

const tablesOf = (database: Database) => database.withTables<{ jobStatus: JobStatusTable }>()
type JobStatusTables = ReturnType<typeof tablesOf>

export const jobStatusStore = (database: Database) => {
  const db = tablesOf(database)
  return { ...plan(db), ...leases(db) }
}

/** What there is to run and when. */
function plan(db: JobStatusTables) {
  return {
    /** Makes known what there is to run. A job that is due earlier than its new schedule says stays due. */
    async declare(jobs: readonly Declared[]): Promise<void> {
      for (const { name, title, nextRunAt, firstRunAt } of jobs) {
        await db
          .insertInto('jobStatus')
          .values({ name, title, nextRunAt: firstRunAt, failures: 0 })
          .onConflict((conflict) =>
            conflict.column('name').doUpdateSet({
              title,
              nextRunAt: sql`least(job_status.next_run_at, ${nextRunAt}::timestamptz)`,
            }),
          )
          .execute()
      }
      const names = jobs.map((job) => job.name)
      await db
        .deleteFrom('jobStatus')
        .where('name', 'not in', [...names, ''])
        .execute()
    },

    async dueNames(now: Date): Promise<string[]> {
      const rows = await db
        .selectFrom('jobStatus')
        .select('name')
        .where('nextRunAt', '<=', now.toISOString())
        .where(isFree)
        .orderBy('nextRunAt')
        .execute()
      return rows.map((row) => row.name)
    },

    /** Whoever looks next takes it up. False when there is no such job. */
    async makeDue(name: string, now: Date): Promise<boolean> {
      const due = await db
        .updateTable('jobStatus')
        .set({ nextRunAt: now })
        .where('name', '=', name)
        .executeTakeFirst()
      return due.numUpdatedRows === 1n
    },

    async failures(name: string): Promise<number> {
      const row = await db
        .selectFrom('jobStatus')
        .select('failures')
        .where('name', '=', name)
        .executeTakeFirst()
      return row?.failures ?? 0
    },

    async list(): Promise<(JobStatusRow & { running: boolean })[]> {
      return db
        .selectFrom('jobStatus')
        .selectAll()
        .select(sql<boolean>`coalesce(lease_until > clock_timestamp(), false)`.as('running'))
        .orderBy('name')
        .execute()
    },
  }
}

/** Who runs a job: nobody else takes it until the lease ends or is given back. */
function leases(db: JobStatusTables) {
  return {
    /** True for exactly one of all that try: the row lock of the update decides. */
    async claim({ name, owner }: Claim, now: Date, leaseMs: number, onlyWhenDue: boolean): Promise<boolean> {
      const claimed = await db
        .updateTable('jobStatus')
        .set({ leaseOwner: owner, leaseUntil: leaseEnd(leaseMs), startedAt: now })
        .where('name', '=', name)
        .where(isFree)
        .$if(onlyWhenDue, (query) => query.where('nextRunAt', '<=', now.toISOString()))
        .executeTakeFirst()
      return claimed.numUpdatedRows === 1n
    },

    async renew({ name, owner }: Claim, leaseMs: number): Promise<boolean> {
      const renewed = await db
        .updateTable('jobStatus')
        .set({ leaseUntil: leaseEnd(leaseMs) })
        .where('name', '=', name)
        .where('leaseOwner', '=', owner)
        .executeTakeFirst()
      return renewed.numUpdatedRows === 1n
    },

    /**
     * Says how a run ended and gives the lease back, unless another node holds it by now. A job that was made due while it
     * ran stays due: this run may not have seen why.
     */
    async finish(
      { name, owner }: Claim,
      {
        nextRunAt,
        ...result
      }: Partial<Pick<JobStatusRow, 'outcome' | 'error' | 'summary' | 'failures'>> & {
        finishedAt?: Date
        nextRunAt?: Date
      },
    ): Promise<void> {
      await db
        .updateTable('jobStatus')
        .set({
          ...result,
          ...(nextRunAt && {
            nextRunAt: sql<Date>`case when next_run_at > started_at and next_run_at <= ${result.finishedAt ?? nextRunAt}
              then next_run_at else ${nextRunAt}::timestamptz end`,
          }),
          leaseOwner: null,
          leaseUntil: null,
        })
        .where('name', '=', name)
        .where('leaseOwner', '=', owner)
        .execute()
    },
  }
}
