import type { KitDeps } from '../unit-of-work.ts'
import { jobStatusStore, type Claim } from './job-status-store.ts'
import type { PeriodicJob } from './periodic-job.ts'
import { nextRun, retryDelayMs } from './schedule.ts'

interface SchedulerOptions {
  readonly deps: Pick<KitDeps, 'db' | 'now' | 'newId' | 'log'>
  readonly jobs: readonly PeriodicJob[]
  readonly tickMs?: number
  /** A node that dies holds its jobs back for this long. */
  readonly leaseMs?: number
}

const maxErrorLength = 500

/**
 * Runs periodic jobs, each due run once over all nodes. A row with a lease does it rather than the cron of the queue,
 * which knows whole minutes and its own clock only, and would tell neither when a job is due nor that it is late.
 */
export class Scheduler {
  readonly #options: Required<SchedulerOptions>
  readonly #store: ReturnType<typeof jobStatusStore>
  readonly #running = new Map<string, { done: Promise<unknown>; abort: AbortController }>()
  #timer: NodeJS.Timeout | undefined
  #tick: Promise<unknown> = Promise.resolve()
  readonly #leaving = new AbortController()

  constructor(options: SchedulerOptions) {
    this.#options = { tickMs: 1_000, leaseMs: 20_000, ...options }
    this.#store = jobStatusStore(options.deps.db)
  }

  async declare(): Promise<void> {
    const now = this.#options.deps.now()
    await this.#store.declare(
      this.#options.jobs.map(({ name, title, schedule, atStart }) => ({
        name,
        title,
        nextRunAt: atStart === 'always' ? now : nextRun(schedule, now),
        firstRunAt: atStart ? now : nextRun(schedule, now),
      })),
    )
  }

  start(): void {
    const { tickMs, deps } = this.#options
    let failing = false
    const tick = async () => {
      try {
        // What was begun is waited for at the stop, not here: a long job must not hold the others up.
        void (await this.#beginDue())
        failing = false
      } catch (error) {
        // Said once per outage, not once per second.
        if (!failing) deps.log.warn({ err: error }, 'due jobs cannot be looked up')
        failing = true
      }
      if (this.#leaving.signal.aborted) return
      this.#timer = setTimeout(() => {
        this.#tick = tick()
      }, tickMs)
    }
    this.#tick = tick()
  }

  /** Everything that is due now, to its end. */
  async runDue(): Promise<void> {
    const begun = await this.#beginDue()
    await Promise.all(begun)
  }

  /** One job at once, due or not. Fails when the job fails or another node is at it. */
  async runNow(name: string): Promise<string> {
    const job = this.#options.jobs.find((known) => known.name === name)
    if (!job) throw new Error(`There is no job ${name}`)
    const claim = await this.#claim(job, false)
    if (!claim) throw new Error(`Job ${name} is already running`)
    const { summary, error } = await this.#execute(job, claim)
    if (error) throw error
    return summary
  }

  /** Takes no new work and lets what runs finish; what takes longer than the grace is told to stop. */
  async stop(graceMs = 10_000): Promise<void> {
    this.#leaving.abort()
    clearTimeout(this.#timer)
    await this.#tick
    const running = [...this.#running.values()]
    const cutOff = setTimeout(() => running.forEach(({ abort }) => abort.abort()), graceMs)
    await Promise.all(running.map(({ done }) => done))
    clearTimeout(cutOff)
  }

  async #beginDue(): Promise<Promise<unknown>[]> {
    const due = new Set(await this.#store.dueNames(this.#options.deps.now()))
    const begun: Promise<unknown>[] = []
    for (const job of this.#options.jobs.filter(({ name }) => due.has(name) && !this.#running.has(name))) {
      const claim = this.#leaving.signal.aborted ? null : await this.#claim(job, true)
      if (claim) begun.push(this.#execute(job, claim))
    }
    return begun
  }

  async #claim(job: PeriodicJob, onlyWhenDue: boolean): Promise<Claim | null> {
    const { deps, leaseMs } = this.#options
    const claim = { name: job.name, owner: deps.newId() }
    return (await this.#store.claim(claim, deps.now(), leaseMs, onlyWhenDue)) ? claim : null
  }

  #execute(job: PeriodicJob, claim: Claim): Promise<{ summary: string; error?: Error }> {
    const abort = new AbortController()
    const done = this.#run(job, claim, abort).finally(() => this.#running.delete(job.name))
    this.#running.set(job.name, { done, abort })
    return done
  }

  async #run(
    job: PeriodicJob,
    claim: Claim,
    abort: AbortController,
  ): Promise<{ summary: string; error?: Error }> {
    const { deps, leaseMs } = this.#options
    const startedAt = deps.now()
    const renewal = setInterval(() => void this.#renew(claim, abort), leaseMs / 3)
    try {
      const { signal: leaving } = this.#leaving
      const summary = await job.run({ now: startedAt, signal: abort.signal, leaving })
      await this.#store.finish(claim, {
        finishedAt: deps.now(),
        outcome: 'OK',
        error: null,
        summary,
        failures: 0,
        nextRunAt: nextRun(job.schedule, startedAt),
      })
      return { summary }
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      await this.#noteFailure(job, claim, error, abort.signal.aborted)
      return { summary: '', error }
    } finally {
      clearInterval(renewal)
    }
  }

  async #renew(claim: Claim, abort: AbortController): Promise<void> {
    try {
      if (!(await this.#store.renew(claim, this.#options.leaseMs))) abort.abort()
    } catch (error) {
      this.#options.deps.log.warn({ err: error, job: claim.name }, 'the lease of a job could not be renewed')
    }
  }

  async #noteFailure(job: PeriodicJob, claim: Claim, error: Error, interrupted: boolean): Promise<void> {
    const { deps } = this.#options
    try {
      // A job that was cut off did not fail: it stays due, for whichever node is there to take it.
      if (interrupted) return await this.#store.finish(claim, {})
      deps.log.error({ err: error, job: job.name }, 'a periodic job failed')
      const failures = (await this.#store.failures(job.name)) + 1
      const now = deps.now()
      await this.#store.finish(claim, {
        finishedAt: now,
        outcome: 'FAILED',
        error: error.message.slice(0, maxErrorLength),
        failures,
        nextRunAt: new Date(now.getTime() + retryDelayMs(failures)),
      })
    } catch (failure) {
      // The lease runs out by itself and the job is taken up again.
      deps.log.warn({ err: failure, job: job.name }, 'the end of a job could not be written down')
    }
  }
}
