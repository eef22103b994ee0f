import type { JobRequest } from '../../../kit/jobs/enqueue-job.ts'
import type { TxKey } from '../record/transaction-store.ts'

export const screenTask = 'screen-payment'

/** Has a payment screened that does not wait for it. One job per payment, however often it is asked for. */
export const screenJob = ({ merchantId, id }: TxKey, runAt?: Date): JobRequest => ({
  task: screenTask,
  payload: { merchantId, id },
  key: `${screenTask} ${merchantId} ${id}`,
  ...(runAt && { runAt }),
})
