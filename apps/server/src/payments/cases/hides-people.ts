import type { Work } from '../../kit/handle.ts'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'

/** Whether this merchant hides personal data from this reader. */
export const hidesPeople = async (work: Work, merchantId: number): Promise<boolean> =>
  (await hiddenFrom(work, [merchantId])).has(merchantId)
