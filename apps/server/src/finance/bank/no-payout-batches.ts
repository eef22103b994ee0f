import { Refusal } from '@signalbox/model/text/refusal'
import type { PayoutBatches } from './payout-batches.ts'

/** Until settlements are there: nothing is expected of any PSP. */
export const noPayoutBatches: PayoutBatches = {
  between: async () => [],
  find: async () => [],
  confirmPayout: async () => {
    throw new Refusal('NOT_FOUND')
  },
}
