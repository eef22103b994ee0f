import * as z from 'zod/mini'
import type { JobRequest } from '../../kit/jobs/enqueue-job.ts'

export const holdTask = 'hold-withdrawals'

export const holdSchema = z.object({
  merchantId: z.int(),
  accountHash: z.string(),
  accountId: z.nullable(z.string()),
  reason: z.string(),
  by: z.string(),
})
/** Whose withdrawals wait: those to one account of one user, or to the account at a merchant and all below. */
export type HoldRequest = z.infer<typeof holdSchema>

export const holdJob = (request: HoldRequest): JobRequest => ({ task: holdTask, payload: { ...request } })
