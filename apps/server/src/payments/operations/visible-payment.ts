import { decisionNames } from '@signalbox/model/payments/approval-rules'
import type { OperationName } from '@signalbox/model/payments/operations'
import type { Work } from '../../kit/handle.ts'
import { findWithin } from '../core/record/find-within-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { isOpenTo, wasOpenTo } from '../transactions/read-model.ts'

type Looking = Pick<Work, 'tx' | 'scope' | 'user' | 'now'>

async function paymentIn({ tx, scope }: Looking, id: number): Promise<Transaction | undefined> {
  const row = await findWithin(tx, scope.selected, id)
  return row && scope.effective.includes(row.merchantId) ? row : undefined
}

/** The payment as far as this person may know of it: what they cannot open, there is none of. */
export async function visiblePayment(work: Looking, id: number): Promise<Transaction | undefined> {
  const row = await paymentIn(work, id)
  return row && (await isOpenTo(work, row)) ? row : undefined
}

const decisions: readonly OperationName[] = decisionNames

/**
 * The payment somebody does something to. Who decides about what a colleague has just decided finds it as well, because
 * the decision refuses it and says who was faster.
 */
export async function operatedPayment(
  work: Looking,
  id: number,
  op: OperationName,
): Promise<Transaction | undefined> {
  const row = await paymentIn(work, id)
  if (!row) return undefined
  const isFound = (await isOpenTo(work, row)) || (decisions.includes(op) && (await wasOpenTo(work, row)))
  return isFound ? row : undefined
}
