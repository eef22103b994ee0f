import type { StoredTransaction } from '@signalbox/model/transaction/shapes'
import type { StepState } from './step-state.ts'

/** A transaction as it is stored. Its members follow from their declaration in `model/transaction`. */
export interface Transaction extends Omit<StoredTransaction, 'merchantId' | 'id'> {
  readonly merchantId: number
  readonly id: number
  stepState: StepState
}

/** One that can be changed while the other stays as it is. What is deeper in it than this is never changed in place. */
export const copyTransaction = (tx: Transaction): Transaction => ({
  ...tx,
  stepState: { ...tx.stepState },
  fxRateIds: tx.fxRateIds && [...tx.fxRateIds],
  rulesTrace: [...tx.rulesTrace],
  approvalTags: [...tx.approvalTags],
  tags: [...tx.tags],
})
