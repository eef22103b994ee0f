import { parseSignedMoney } from '@signalbox/model/money/money-text'
import { Refusal } from '@signalbox/model/text/refusal'
import type { PayoutBatch, PayoutBatches, SeenPayout } from '../payout-batches.ts'

interface FakePayouts extends PayoutBatches {
  readonly seen: SeenPayout[]
  expect(batchRef: string, amount: string, more?: Partial<PayoutBatch>): PayoutBatch
  clear(): void
}

/** Settlements as bank statements see them, kept in memory. */
export function fakePayouts(): FakePayouts {
  let batches: PayoutBatch[] = []
  const seen: SeenPayout[] = []
  return {
    seen,
    clear: () => {
      batches = []
      seen.length = 0
    },
    expect: (batchRef, amount, more = {}) => {
      const net = parseSignedMoney(amount, 'EUR')
      if (!net) throw new Error(amount)
      const batch = {
        merchantId: 100010001,
        id: `00000000-0000-4000-8000-${String(batches.length).padStart(12, '0')}`,
        psp: 'acmecards',
        batchRef,
        payoutDate: '2026-02-03',
        net,
        isPaid: false,
        ...more,
      }
      batches.push(batch)
      return batch
    },
    between: async (_tx, merchants, { currency, from, to }) =>
      batches.filter(
        ({ merchantId, net, payoutDate }) =>
          merchants.includes(merchantId) &&
          net.currency === currency &&
          payoutDate >= from &&
          payoutDate <= to,
      ),
    find: async (_tx, merchants, named) =>
      batches.filter(
        ({ merchantId, batchRef, id }) => merchants.includes(merchantId) && [batchRef, id].includes(named),
      ),
    confirmPayout: async (work, payout) => {
      const batch = batches.find(({ id }) => id === payout.batchId)
      if (!batch) throw new Refusal('NOT_FOUND')
      if (batch.isPaid) throw new Refusal('INVALID_STATE')
      // Only what is committed counts, as in a database.
      work.afterCommit(() => {
        batches = batches.map((each) => (each.id === payout.batchId ? { ...each, isPaid: true } : each))
        seen.push(payout)
      })
    },
    takeBackPayout: async (work, payout) => {
      work.afterCommit(() => {
        batches = batches.map((each) => (each.id === payout.batchId ? { ...each, isPaid: false } : each))
      })
    },
  }
}
