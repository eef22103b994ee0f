import * as z from 'zod/mini'
import type { JobRequest } from '../../kit/jobs/enqueue-job.ts'

export const rerunTaskName = 'kyc-rerun'

export const rerunSchema = z.object({
  merchantId: z.int(),
  id: z.string(),
  checkId: z.string(),
  by: z.string(),
})
/** The new check, the one it was asked for on, and who asked. */
export type RerunRequest = z.infer<typeof rerunSchema>

export const rerunJob = (request: RerunRequest): JobRequest => ({
  task: rerunTaskName,
  payload: { ...request },
})
