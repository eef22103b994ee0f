import type { KitDeps } from '../unit-of-work.ts'
import { JobQueue } from './job-queue.ts'
import type { PeriodicJob } from './periodic-job.ts'
import type { QueueTask } from './queue-task.ts'
import { Scheduler } from './scheduler.ts'
import { watchedJob, watchedTask, type JobWatch } from './watched-job.ts'

interface JobsOptions extends Pick<JobWatch, 'ended' | 'tracing'> {
  readonly queueUrl: string
  readonly deps: Pick<KitDeps, 'db' | 'now' | 'newId' | 'log'>
  readonly tasks: readonly QueueTask[]
  readonly periodic: readonly PeriodicJob[]
}

export interface Jobs {
  runJobNow(name: string): Promise<string>
  stop(): Promise<void>
}

/** All background work of this node. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { queueUrl, deps, tasks, periodic, ended, tracing } = options
  const watch = { log: deps.log, ended, tracing }
  const scheduler = new Scheduler({ deps, jobs: periodic.map((job) => watchedJob(job, watch)) })
  await scheduler.declare()
  const queue = new JobQueue({
    url: queueUrl,
    tasks: tasks.map((task) => watchedTask(task, watch)),
    log: deps.log,
  })
  queue.start()
  scheduler.start()
  return {
    runJobNow: (name) => scheduler.runNow(name),
    stop: async () => {
      await Promise.all([scheduler.stop(), queue.stop()])
    },
  }
}
