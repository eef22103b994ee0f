import * as z from 'zod/mini'
import type { JobRequest } from '../../kit/jobs/enqueue-job.ts'
import { queueTask, type QueueTask } from '../../kit/jobs/queue-task.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { checkMerchant } from '../../payments/ledger/check-books.ts'

const name = 'ledger-check-merchant'
const payload = z.object({ merchantId: z.int() })

export const checkJob = (merchantId: number): JobRequest => ({ task: name, payload: { merchantId } })

/** The check of one merchant's books, when somebody wants to close a period and the nightly one is too old. */
export const checkBooksTask = (deps: KitDeps): QueueTask =>
  queueTask(name, payload, async ({ merchantId }, { signal }) => {
    await checkMerchant(deps, merchantId, signal)
  })
