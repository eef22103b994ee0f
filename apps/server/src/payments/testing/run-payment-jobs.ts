import { runQueuedJobs } from '../../kit/jobs/job-queue.ts'
import type { TestPlatform } from '../../testing/test-app.ts'

/** Does what payments have left to jobs, without waiting for the server that would. */
export const runPaymentJobs = ({ queueUrl, deps, app }: TestPlatform): Promise<void> =>
  runQueuedJobs({ url: queueUrl, log: deps.log, tasks: [...app.payments.tasks] })
