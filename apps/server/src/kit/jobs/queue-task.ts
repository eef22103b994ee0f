import type { Schema } from '@signalbox/model/field/endpoint'
import type { TaskList } from 'graphile-worker'
import { inContext } from '../request-context.ts'
import { splitContext } from './job-context.ts'

export interface TaskRun {
  readonly jobId: string
  readonly queuedAt: Date
  /** Counted from 1. */
  readonly attempt: number
  /** Aborted when the server stops and the task takes too long. */
  readonly signal: AbortSignal
}

/** A kind of job on demand. It is tried until it succeeds or its attempts are used up, so it may run more than once. */
export interface QueueTask {
  readonly name: string
  run(payload: unknown, run: TaskRun): Promise<void>
}

/** The payload is read at run time, because another build may have put it there. */
export const queueTask = <T>(
  name: string,
  schema: Schema<T>,
  run: (payload: T, run: TaskRun) => Promise<void>,
): QueueTask => ({
  name,
  run: (payload, taskRun) => {
    const parsed = schema.safeParse(payload)
    if (!parsed.success) throw new Error(`The payload of ${name} is not valid: ${parsed.error.message}`)
    return run(parsed.data, taskRun)
  },
})

const neverAborted = new AbortController().signal

export const taskListOf = (tasks: readonly QueueTask[]): TaskList =>
  Object.fromEntries(
    tasks.map((task) => [
      task.name,
      async (given, { job, abortSignal }) => {
        const { context, payload } = splitContext(given)
        await inContext(context, () =>
          task.run(payload, {
            jobId: job.id,
            queuedAt: job.created_at,
            attempt: job.attempts,
            signal: abortSignal ?? neverAborted,
          }),
        )
      },
    ]),
  )
