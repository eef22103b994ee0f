import type { CallbackBlocked } from '@signalbox/model/investigation/case-actions'
import type { Tx } from '../../kit/database.ts'
import { returnOf } from '../core/flow/packed-reading.ts'
import { describeReport } from '../core/flow/report-reading.ts'
import { whyNotDropped, whyNotSplit } from '../core/flow/split-report.ts'
import { isReturn, whyNotApplicable } from '../core/flow/understand-callback.ts'
import { wasToldBefore, type UnknownCallback } from '../core/record/callback-store.ts'
import type { Transaction } from '../core/record/transaction.ts'

type Message = Pick<UnknownCallback, 'merchantId' | 'id' | 'psp' | 'reading'>

const bookable = 'The callback can be booked now: apply it.'

/**
 * Why a message that could not be applied cannot be applied now, not be booked with a difference or not be dismissed. The
 * pages of a case offer by it and the decisions refuse by it, so what is offered can be done.
 */
export async function callbackBlocked(tx: Tx, row: Transaction, callback: Message): Promise<CallbackBlocked> {
  const apply = await whyNotApplicable(tx, row, callback)
  if (!isReturn(callback)) return { apply, book: 'The message does not say that anything was returned.' }
  const said = describeReport(row, returnOf(callback.reading))
  const why = apply ?? bookable
  const stands = why.startsWith(said) ? why : `${said} ${why}`
  // Money that left twice is a difference; one loss that was told twice is not, and nothing is lost with the second.
  if (await wasToldBefore(tx, row.id, callback))
    return { apply, book: 'The same report is already booked; dismiss the callback.', stands }
  return {
    apply,
    book: await whyNotSplit(tx, row, callback, { isBookable: apply === undefined }),
    dismiss: apply === undefined ? bookable : await whyNotDropped(tx, row, callback),
    stands,
  }
}
