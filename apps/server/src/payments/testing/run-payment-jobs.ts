import { runQueuedJobs } from '../../kit/jobs/job-queue.ts'
import type { TestPlatform } from '../../testing/test-app.ts'

/** Does what payments have left to jobs, without waiting for the server that would. */
export const runPaymentJobs = ({ ownerUrl, deps, app }: TestPlatform): Promise<void> =>
  runQueuedJobs({ ownerUrl, log: deps.log, tasks: [...app.payments.tasks] })
