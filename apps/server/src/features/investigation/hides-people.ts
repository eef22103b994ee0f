import type { Work } from '../../kit/handle.ts'
import { maskingMerchants } from '../transaction/read-model.ts'

/** Whether this merchant hides personal data from this reader. */
export const hidesPeople = async ({ tx, user }: Work, merchantId: number): Promise<boolean> =>
  !user.roles.includes('DATA_VIEWER') && (await maskingMerchants(tx, [merchantId])).has(merchantId)
