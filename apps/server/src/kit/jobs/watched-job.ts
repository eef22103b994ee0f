import type { Logger } from 'pino'
import { milliseconds } from '../logger.ts'
import { callerOf, currentContext, inContext, ownContext } from '../request-context.ts'
import { errorType } from '../tracing/in-span.ts'
import type { OpenSpan, Tracing } from '../tracing/span.ts'
import type { PeriodicJob } from './periodic-job.ts'
import type { QueueTask } from './queue-task.ts'

/** Told how each run of a job on this node ended. */
type JobEnded = (job: string, outcome: 'done' | 'failed', ms: number) => void

export interface JobWatch {
  readonly log: Logger
  readonly ended?: JobEnded
  readonly tracing?: Tracing
}

/** Everything the job does is part of this span. Its parent is what queued it, maybe long ago; a link says so. */
function beginSpan(tracing: Tracing | undefined, name: string, attempt?: number): OpenSpan | undefined {
  const context = currentContext()
  if (!tracing || !context) return undefined
  const queuedBy = callerOf(context)
  context.span = tracing.begin(context, `job ${name}`, {
    kind: queuedBy === undefined ? 'internal' : 'consumer',
    attributes: {
      'signalbox.job.name': name,
      'signalbox.request.id': context.requestId,
      ...(attempt !== undefined && { 'signalbox.job.attempt': attempt }),
    },
    links: queuedBy === undefined ? [] : [queuedBy],
  })
  return context.span
}

async function watched<T>(
  { name, log, ended, span }: JobWatch & { readonly name: string; readonly span: OpenSpan | undefined },
  level: 'info' | 'debug',
  run: () => Promise<T>,
): Promise<T> {
  const began = performance.now()
  const end = (outcome: 'done' | 'failed'): void => {
    const ms = performance.now() - began
    ended?.(name, outcome, ms)
    log[outcome === 'failed' ? 'warn' : level]({ job: name, outcome, ms: milliseconds(ms) }, 'job')
    span?.set({ 'signalbox.outcome': outcome })
    span?.end()
  }
  try {
    const result = await run()
    end('done')
    return result
  } catch (error) {
    span?.fail(errorType(error))
    end('failed')
    throw error
  }
}

/** Some run every few seconds and find nothing: what goes well is told to who wants to know everything. */
export const watchedJob = (job: PeriodicJob, watch: JobWatch): PeriodicJob => ({
  ...job,
  run: (run) =>
    inContext(ownContext(), () => {
      const span = beginSpan(watch.tracing, job.name)
      return watched({ ...watch, name: job.name, span }, 'debug', () => job.run(run))
    }),
})

export const watchedTask = (task: QueueTask, watch: JobWatch): QueueTask => ({
  ...task,
  run: (payload, run) => {
    const span = beginSpan(watch.tracing, task.name, run.attempt)
    return watched({ ...watch, name: task.name, span }, 'info', () => task.run(payload, run))
  },
})
