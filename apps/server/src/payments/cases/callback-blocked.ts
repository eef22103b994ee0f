import type { CallbackBlocked } from '@signalbox/model/investigation/case-actions'
import type { Tx } from '../../kit/database.ts'
import { returnOf } from '../flow/packed-reading.ts'
import { whyNotSplit } from '../flow/reported-child.ts'
import { isReturn, whyNotApplicable } from '../flow/understand-callback.ts'
import { wasToldBefore, type UnknownCallback } from '../transactions/callback-store.ts'
import type { Transaction } from '../transactions/transaction.ts'

/**
 * Why a message that could not be applied cannot be applied now, or not be booked with a difference. The pages of a case
 * offer by it and the decisions refuse by it, so what is offered can be done.
 */
export async function callbackBlocked(
  tx: Tx,
  row: Transaction,
  callback: Pick<UnknownCallback, 'merchantId' | 'id' | 'psp' | 'reading'>,
): Promise<CallbackBlocked> {
  return { apply: await whyNotApplicable(tx, row, callback), book: await whyNotBooked(tx, row, callback) }
}

async function whyNotBooked(
  tx: Tx,
  row: Transaction,
  callback: Pick<UnknownCallback, 'merchantId' | 'id' | 'reading'>,
): Promise<string | undefined> {
  if (!isReturn(callback)) return 'It does not say that anything went back.'
  // Money that left twice is a difference; one loss that was told twice is not.
  if (await wasToldBefore(tx, row.id, callback))
    return 'The same was reported before and is booked; dismiss it.'
  return whyNotSplit(tx, row, returnOf(callback.reading))
}
