import type { Schedule } from './schedule.ts'

interface JobRun {
  readonly now: Date
  /** Aborted when the server stops and the job takes too long, or when another node has taken the job over. */
  readonly signal: AbortSignal
  /** Aborted as soon as the server begins to stop: a job that takes one thing after the other takes no more. */
  readonly leaving?: AbortSignal
}

/**
 * Work that comes back. It may be cut off at any point and run again, so doing it twice must do no harm. What it
 * returns is shown to platform staff as the result of the run.
 */
export interface PeriodicJob {
  readonly name: string
  readonly title: string
  readonly schedule: Schedule
  /** Also due when a server starts: every time, or only when the job is new here and should not wait for its hour. */
  readonly atStart?: 'always' | 'when-new'
  run(run: JobRun): Promise<string>
}
