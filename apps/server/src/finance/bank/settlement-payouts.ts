import { decimalText } from '@signalbox/model/money/money-text'
import {
  confirmPayout,
  payoutsBetween,
  payoutsNamed,
  takeBackPayout,
  type settlementDeps,
} from '../settlements/read-model.ts'
import type { PayoutBatch, PayoutBatches } from './payout-batches.ts'

const shown = (rows: Awaited<ReturnType<typeof payoutsNamed>>): PayoutBatch[] =>
  rows.map(({ netMinor, currency, ...row }) => ({ ...row, net: { minor: BigInt(netMinor), currency } }))

/** Settlement batches as the bank sees them: amounts PSPs are to pay, and what is done when one has come. */
export const settlementPayouts = (deps: ReturnType<typeof settlementDeps>): PayoutBatches => ({
  between: async (tx, merchants, wanted) => shown(await payoutsBetween(tx, merchants, wanted)),
  find: async (tx, merchants, named) => shown(await payoutsNamed(tx, merchants, named)),
  confirmPayout: async (work, { merchantId, batchId, bankRef, amount, bookedOn }) => {
    const by = work.user.username
    await confirmPayout(
      work,
      deps,
      { merchantId, id: batchId, by },
      { bankRef, amount: decimalText(amount), bookedOn },
    )
  },
  takeBackPayout: (work, { merchantId, batchId, amount, bookedOn }) => {
    const batch = { merchantId, id: batchId, by: work.user.username }
    return takeBackPayout(work, deps, batch, { amountMinor: amount.minor, bookedOn })
  },
})
