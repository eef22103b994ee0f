import * as z from 'zod/mini'
import type { JobRequest } from '../../kit/jobs/enqueue-job.ts'

/** Networks are asked by jobs: after the commit that asked for it, and outside of any transaction. */
export const submitTaskName = 'scheme-token-submit'
export const refreshTaskName = 'scheme-token-refresh'
export const testTaskName = 'scheme-token-test'

export const onboardingKey = z.object({ merchantId: z.int(), id: z.string() })
export type OnboardingKey = z.infer<typeof onboardingKey>

export const onboardingJob = (task: string, { merchantId, id }: OnboardingKey): JobRequest => ({
  task,
  payload: { merchantId, id },
  // Asked twice before it ran, it is asked once.
  key: `${task} ${id}`,
})
