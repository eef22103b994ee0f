import * as z from 'zod/mini'
import type { JobRequest } from '../../kit/jobs/enqueue-job.ts'

export const removeTokenTask = 'network-token-remove'

export const removeTokenSchema = z.object({ merchantId: z.int(), network: z.string(), tokenRef: z.string() })

/** The network is told after the commit that a token is not needed any more. What it calls it says nothing of a person. */
export const removeTokenJob = (token: z.infer<typeof removeTokenSchema>): JobRequest => ({
  task: removeTokenTask,
  payload: { ...token },
})
