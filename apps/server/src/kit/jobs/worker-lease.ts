import type pg from 'pg'
import type { Logger } from 'pino'

const beatMs = 10_000
/** A node silent for this long has died, and what it held is given to others. */
const silenceSeconds = 60

/**
 * The queue itself gives the jobs of a dead worker back only after four hours. Here workers say that they are alive,
 * and any node frees the jobs of those that went silent. A node that was merely slow may so see a job run twice.
 */
export class WorkerLease {
  readonly #pool: pg.Pool
  readonly #log: Logger
  #workerId: string | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(pool: pg.Pool, log: Logger) {
    this.#pool = pool
    this.#log = log
  }

  hold(workerId: string): void {
    this.#workerId = workerId
    clearInterval(this.#timer)
    this.#timer = setInterval(() => void this.#beat(), beatMs)
    void this.#beat()
  }

  async release(): Promise<void> {
    clearInterval(this.#timer)
    const workerId = this.#workerId
    this.#workerId = null
    if (workerId)
      await this.#attempt(() => this.#pool.query('delete from job_worker where id = $1', [workerId]))
  }

  async #beat(): Promise<void> {
    const workerId = this.#workerId
    if (!workerId) return
    await this.#attempt(async () => {
      await this.#pool.query(
        `insert into job_worker (id, beat_at) values ($1, clock_timestamp())
         on conflict (id) do update set beat_at = excluded.beat_at`,
        [workerId],
      )
      await freeJobsOfDeadWorkers(this.#pool)
    })
  }

  async #attempt(body: () => Promise<unknown>): Promise<void> {
    try {
      await body()
    } catch (error) {
      this.#log.warn({ err: error }, 'the job queue could not say that it is alive')
    }
  }
}

/** A lock counts as abandoned when its holder is not among the living, whether it fell silent or never spoke. */
export async function freeJobsOfDeadWorkers(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from job_worker where beat_at < clock_timestamp() - make_interval(secs => $1)`, [
    silenceSeconds,
  ])
  await pool.query(
    `select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker.jobs
       where locked_at < clock_timestamp() - make_interval(secs => $1)
         and locked_by not in (select id from job_worker)))`,
    [silenceSeconds],
  )
}
