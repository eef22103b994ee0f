import type { UnitOfWork } from '../../../kit/unit-of-work.ts'
import type { Payment } from '../state/payment.ts'
import { endWaiting } from '../record/callback-store.ts'
import type { Transaction } from '../record/transaction.ts'
import { isDecided } from './is-decided.ts'

/** The job that does what PSPs have said while a payment was not decided, right after it is. */
export const callbacksTask = 'apply-callbacks'

/** The job that tries again what could not be booked to a payment, right after the payment has changed. */
export const failedCallbacksTask = 'retry-callbacks'

/**
 * What PSPs reported of a payment may wait for its end, or for room: once it is decided, or a refund, capture or dispute
 * of it is, somebody tries again.
 */
export async function wakeCallbacks(unit: UnitOfWork, payment: Payment, before: Transaction): Promise<void> {
  const { tx, isNew, isChild } = payment
  if (!isDecided(tx) || (isNew ? !isChild : isDecided(before))) return
  const { merchantId } = tx
  const id = isChild ? (tx.originTxId ?? tx.id) : tx.id
  const { waited, failed } = await endWaiting(unit.tx, { merchantId, id }, unit.now)
  if (waited) unit.enqueue({ task: callbacksTask, payload: {} })
  if (failed) unit.enqueue({ task: failedCallbacksTask, payload: { merchantId, id } })
}
