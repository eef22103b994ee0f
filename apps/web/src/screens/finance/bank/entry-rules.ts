import { openEntryStates, type BankEntryState } from '@signalbox/model/bank/bank-states'
import { counted } from '@signalbox/model/text/counted'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Row } from '../../../kit/list/listing.ts'
import { sumOf } from '../../../kit/record/amounts.ts'

const open: readonly BankEntryState[] = openEntryStates

/** Why an operation makes no sense on an entry as it is. */
export function entryRefusal(name: string, { state, batchId }: Row): string | null {
  // Whatever was decided can be taken back, also what was decided by itself.
  if (name === 'reopen') return open.includes(state as BankEntryState) ? 'The entry is open.' : null
  if (!open.includes(state as BankEntryState))
    return state === 'SET_ASIDE' ? 'The entry is set aside.' : 'The payout is confirmed.'
  if (name === 'confirm' && typeof batchId !== 'string') return 'No batch is proposed for this entry.'
  return null
}

/** What the bank booked, and where a batch expects another amount, which. */
export function entryStakes(_name: string, rows: readonly Row[], formats: UserFormats): string[] {
  const amount = sumOf(rows, (row) => row.amount, formats)
  const [row] = rows
  if (rows.length !== 1 || !row) return [`${counted(rows.length, 'entry', 'entries')}: ${amount}`]
  const booked = `${amount}, booked on ${String(row.bookedOn)}`
  if (typeof row.batchRef !== 'string') return [booked]
  return [booked, `Batch ${row.batchRef}: ${sumOf(rows, ({ expected }) => expected, formats)}`]
}
