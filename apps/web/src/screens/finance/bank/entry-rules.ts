import { openEntryStates, type BankEntryState } from '@signalbox/model/bank/bank-states'
import type { Row } from '../../../kit/list/listing.ts'

const open: readonly BankEntryState[] = openEntryStates

/** Why an operation makes no sense on an entry as it is. */
export function entryRefusal(name: string, { state, batchId }: Row): string | null {
  if (name === 'reopen')
    return state === 'SET_ASIDE' ? null : 'Only an entry that is set aside can be reopened.'
  if (!open.includes(state as BankEntryState))
    return state === 'SET_ASIDE' ? 'The entry is set aside.' : 'The payout is confirmed.'
  if (name === 'confirm' && typeof batchId !== 'string') return 'No batch is proposed for this entry.'
  return null
}
