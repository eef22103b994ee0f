import type { Money } from '@signalbox/model/money/money'
import type { Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'

/** A settlement batch as the bank sees it: an amount a PSP is to pay. */
export interface PayoutBatch {
  readonly merchantId: number
  readonly id: string
  readonly psp: string
  readonly batchRef: string
  readonly payoutDate: string
  readonly net: Money
  /** Its payout was seen in a bank already. */
  readonly isPaid: boolean
}

export interface SeenPayout {
  readonly merchantId: number
  readonly batchId: string
  readonly bankRef: string
  readonly amount: Money
  readonly bookedOn: string
}

/** What bank statements need of settlements. */
export interface PayoutBatches {
  /** Batches of these merchants that were not rejected, with a payout in this currency between two days. */
  between(
    tx: Tx,
    merchants: readonly number[],
    wanted: { readonly currency: string; readonly from: string; readonly to: string },
  ): Promise<PayoutBatch[]>
  /** By reference or id. */
  find(tx: Tx, merchants: readonly number[], named: string): Promise<PayoutBatch[]>
  /** Refuses when the payout was seen already. */
  confirmPayout(work: Work, payout: SeenPayout): Promise<void>
  /** What was confirmed with this was the payout of another batch. Refuses where the batch is accepted. */
  takeBackPayout(work: Work, payout: Omit<SeenPayout, 'bankRef'>): Promise<void>
}
