import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { run, runOnce, type Runner, type RunnerOptions, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createQueuePool, queueLogger } from './queue-pool.ts'
import { taskListOf, type QueueTask } from './queue-task.ts'
import { WorkerLease } from './worker-lease.ts'

export interface JobQueueOptions {
  readonly url: string
  readonly tasks: readonly QueueTask[]
  readonly log: Logger
  readonly pollIntervalMs?: number
  readonly lastWordMs?: number
}

const concurrency = 2
const longestPauseMs = 30_000
/** How long a runner that has put down its work may take to write down what became of it. */
const lastWordMs = 5_000
const lastWords = [
  'pool:gracefulShutdown:complete',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
] as const

const optionsOf = (
  { tasks, log, pollIntervalMs = 1_000 }: JobQueueOptions,
  pgPool: pg.Pool,
): RunnerOptions => ({
  pgPool,
  taskList: taskListOf(tasks),
  parsedCronItems: [],
  concurrency,
  pollInterval: pollIntervalMs,
  noHandleSignals: true,
  logger: queueLogger(log),
  preset: {
    worker: {
      // A pooler between us and the database would mix prepared statements up.
      preparedStatements: false,
      // Only the batching code path survives a database that is away while a job ends.
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  },
})

/** Takes jobs from the queue until stopped. When the database goes away the runner ends; it is then started again. */
export class JobQueue {
  readonly #options: JobQueueOptions
  readonly #pool: pg.Pool
  readonly #lease: WorkerLease
  readonly #stopping = new AbortController()
  #runner: Runner | null = null
  #ended: Promise<void> = Promise.resolve()

  constructor(options: JobQueueOptions) {
    this.#options = options
    this.#pool = createQueuePool(options.url, options.log)
    this.#lease = new WorkerLease(this.#pool, options.log)
  }

  start(): void {
    this.#ended = this.#keepRunning()
  }

  /** Running jobs are finished, no new one is taken. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    void this.#runner?.stop().catch(() => undefined)
    await this.#ended
    await this.#lease.release()
    await this.#pool.end()
  }

  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopping
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        const events = this.#events()
        this.#runner = await run({ ...optionsOf(this.#options, this.#pool), events })
        failures = 0
        if (signal.aborted) void this.#runner.stop().catch(() => undefined)
        const hasEnded = this.#runner.promise.then(() => true)
        if (!(await Promise.race([hasEnded, this.#silence(events)])))
          this.#options.log.warn('the job queue did not come to its end, and is left alone')
      } catch (error) {
        this.#options.log.warn({ err: error }, 'the job queue stopped and is started again')
      }
      this.#runner = null
      await sleep(Math.min(longestPauseMs, 500 * 2 ** failures), undefined, { signal }).catch(() => undefined)
    }
  }

  /**
   * graphile-worker 0.17.3 counts wrongly when two jobs at once cannot be written off, and then waits for ever for what it
   * has counted. Nothing runs in it any more by then: it is left alone, and its jobs are given back when its lease ends.
   */
  async #silence(events: WorkerEvents): Promise<false> {
    await new Promise<void>((resolve) => {
      for (const end of lastWords) events.once(end, () => resolve())
    })
    return sleep(this.#options.lastWordMs ?? lastWordMs, false, { ref: false })
  }

  #events(): WorkerEvents {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => this.#lease.hold(workerPool.id))
    return events
  }
}

/** Runs what is in the queue and due, then returns. For tests and tools. */
export async function runQueuedJobs(options: JobQueueOptions): Promise<void> {
  const pool = createQueuePool(options.url, options.log)
  try {
    await runOnce(optionsOf(options, pool))
  } finally {
    await pool.end()
  }
}
