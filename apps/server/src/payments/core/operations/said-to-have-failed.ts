import type { Transaction } from '../record/transaction.ts'

interface ForcedPayment extends Pick<Transaction, 'attemptCount'> {
  readonly stepState: Pick<Transaction['stepState'], 'resolution'>
}

/** A person said so, and the PSP was asked before: it may be at work on it, or have done it. */
export const isOnlySaidToHaveFailed = ({ stepState, attemptCount }: ForcedPayment): boolean =>
  stepState.resolution === 'FORCED_FAILED' && attemptCount > 0
