import * as z from 'zod/mini'
import type { Schema } from '@signalbox/model/endpoint'
import type { JobRequest } from '../../kit/jobs/enqueue-job.ts'

export const holdTask = 'hold-withdrawals'

/** Whose withdrawals wait: those to one account of one user, or to the account at a merchant and all below. */
export interface HoldRequest {
  readonly merchantId: number
  readonly accountHash: string
  readonly accountId: string | null
  readonly reason: string
  readonly by: string
}

export const holdSchema = z.object({
  merchantId: z.int(),
  accountHash: z.string(),
  accountId: z.nullable(z.string()),
  reason: z.string(),
  by: z.string(),
}) as unknown as Schema<HoldRequest>

export const holdJob = (request: HoldRequest): JobRequest => ({ task: holdTask, payload: { ...request } })
