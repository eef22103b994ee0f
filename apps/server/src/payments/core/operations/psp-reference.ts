import { isPaymentMethod } from '@signalbox/model/payments/transaction-method'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { looksMasked } from '@signalbox/model/text/masking'
import { invalid } from '@signalbox/model/text/refusal'
import type { Tx } from '../../../kit/database.ts'
import { lockByName } from '../../../kit/lock-by-name.ts'
import type { Transaction } from '../record/transaction.ts'
import { otherWithReference } from './psp-reference-store.ts'

/** What the PSP itself calls a payment, which nobody knows better. */
export const ownReference = ({ pspRefId, stepState }: Transaction): string | undefined =>
  (!stepState.typedReference && pspRefId) || undefined

/** PSPs also find a payment by what we call it, so what we call another one is no better than what they do. */
function whyNotOurs(
  { merchantId, id, originTxId, method }: Transaction,
  reference: string,
): string | undefined {
  const ours = /^\d+A\d+/i.exec(reference)?.[0].toUpperCase()
  const origin = isPaymentMethod(method) ? null : originTxId
  const own = [id, origin].map((txId) => txId !== null && txRefId(merchantId, txId))
  return ours === undefined || own.includes(ours)
    ? undefined
    : 'This is our own reference of another transaction.'
}

/** Why the PSP cannot have made a payment under this reference: it has made another one under it. */
export async function whyNotItsReference(
  tx: Tx,
  row: Transaction,
  reference: string,
): Promise<string | undefined> {
  if (/\p{C}/u.test(reference)) return 'The reference contains invisible characters.'
  const other = await otherWithReference(tx, row, reference)
  if (!other) return whyNotOurs(row, reference)
  // Whoever decides for one merchant need not know of the payments of others.
  const which = other.merchantId === row.merchantId ? `transaction ${other.id}` : 'another transaction'
  return `${row.psp ?? 'The PSP'} made ${which} under this reference.`
}

interface ReferenceInput {
  readonly field: string
  readonly reference: string
}

/** A form that was filled with a mask sends it back, and nobody finds a payment by that. */
export function refuseMasked(
  { pspRefId }: Pick<Transaction, 'pspRefId'>,
  { field, reference }: ReferenceInput,
): void {
  if (looksMasked(reference) && reference !== pspRefId)
    throw invalid({ field, code: 'INVALID', message: 'This is only a mask of the reference.' })
}

/**
 * What a person says the PSP calls a payment: refunds of it will go by it, so it must not be another payment's. Of two
 * who say the same about two payments at once, the second is refused.
 */
export async function requireItsReference(
  tx: Tx,
  row: Transaction,
  { field, reference }: ReferenceInput,
): Promise<void> {
  await lockByName(tx, `reference at ${row.psp ?? 'no PSP'}`)
  const why = await whyNotItsReference(tx, row, reference)
  if (why) throw invalid({ field, code: 'INVALID', message: why })
}
