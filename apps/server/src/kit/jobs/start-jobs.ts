import type { KitDeps } from '../unit-of-work.ts'
import { JobQueue } from './job-queue.ts'
import type { PeriodicJob } from './periodic-job.ts'
import type { QueueTask } from './queue-task.ts'
import { Scheduler } from './scheduler.ts'

interface JobsOptions {
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
export async function startJobs({ queueUrl, deps, tasks, periodic }: JobsOptions): Promise<Jobs> {
  const scheduler = new Scheduler({ deps, jobs: periodic })
  await scheduler.declare()
  const queue = new JobQueue({ url: queueUrl, tasks, log: deps.log })
  queue.start()
  scheduler.start()
  return {
    runJobNow: (name) => scheduler.runNow(name),
    stop: async () => {
      await Promise.all([scheduler.stop(), queue.stop()])
    },
  }
}
