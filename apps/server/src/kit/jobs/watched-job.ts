import type { Logger } from 'pino'
import { milliseconds } from '../logger.ts'
import { inContext, ownContext } from '../request-context.ts'
import type { PeriodicJob } from './periodic-job.ts'
import type { QueueTask } from './queue-task.ts'

/** Told how each run of a job on this node ended. */
export type JobEnded = (job: string, outcome: 'done' | 'failed', ms: number) => void

async function watched<T>(
  { name, log, ended }: { readonly name: string; readonly log: Logger; readonly ended: JobEnded | undefined },
  level: 'info' | 'debug',
  run: () => Promise<T>,
): Promise<T> {
  const began = performance.now()
  const end = (outcome: 'done' | 'failed'): void => {
    const ms = performance.now() - began
    ended?.(name, outcome, ms)
    log[outcome === 'failed' ? 'warn' : level]({ job: name, outcome, ms: milliseconds(ms) }, 'job')
  }
  try {
    const result = await run()
    end('done')
    return result
  } catch (error) {
    end('failed')
    throw error
  }
}

/** Some run every few seconds and find nothing: what goes well is told to who wants to know everything. */
export const watchedJob = (job: PeriodicJob, log: Logger, ended?: JobEnded): PeriodicJob => ({
  ...job,
  run: (run) =>
    inContext(ownContext(), () => watched({ name: job.name, log, ended }, 'debug', () => job.run(run))),
})

export const watchedTask = (task: QueueTask, log: Logger, ended?: JobEnded): QueueTask => ({
  ...task,
  run: (payload, run) => watched({ name: task.name, log, ended }, 'info', () => task.run(payload, run)),
})
