import type { CallbackBlocked } from '@signalbox/model/investigation/case-actions'
import type { Tx } from '../../kit/database.ts'
import { returnOf } from '../core/flow/packed-reading.ts'
import { describeReport } from '../core/flow/report-reading.ts'
import { whyKept, whyNotSplit, whyUndecided } from '../core/flow/split-report.ts'
import { isReturn, whyNotApplicable } from '../core/flow/understand-callback.ts'
import { wasToldBefore, type UnknownCallback } from '../core/record/callback-store.ts'
import type { Transaction } from '../core/record/transaction.ts'

type Message = Pick<UnknownCallback, 'merchantId' | 'id' | 'psp' | 'reading'>

const bookable = 'It can be booked now: apply it.'

/** What its PSP names nothing of is not known to have moved, whatever else is under way. */
async function whyNotDropped(tx: Tx, row: Transaction, callback: Message): Promise<string | undefined> {
  if (returnOf(callback.reading).isUnnamed) return undefined
  return (await whyUndecided(tx, row, callback)) ?? whyKept(tx, row, callback)
}

/**
 * Why a message that could not be applied cannot be applied now, not be booked with a difference or not be dismissed. The
 * pages of a case offer by it and the decisions refuse by it, so what is offered can be done.
 */
export async function callbackBlocked(tx: Tx, row: Transaction, callback: Message): Promise<CallbackBlocked> {
  const apply = await whyNotApplicable(tx, row, callback)
  if (!isReturn(callback)) return { apply, book: 'It does not say that anything went back.' }
  const said = describeReport(row, returnOf(callback.reading))
  const why = apply ?? bookable
  const stands = why.startsWith(said) ? why : `${said} ${why}`
  // Money that left twice is a difference; one loss that was told twice is not, and nothing is lost with the second.
  if (await wasToldBefore(tx, row.id, callback))
    return { apply, book: 'The same was reported before and is booked; dismiss it.', stands }
  return {
    apply,
    book: await whyNotSplit(tx, row, callback),
    // What the PSP has moved would be missing in the books, and nobody would look for it any more.
    dismiss: apply === undefined ? bookable : await whyNotDropped(tx, row, callback),
    stands,
  }
}
