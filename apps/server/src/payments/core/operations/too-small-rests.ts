import {
  capturableMinor,
  refundableMinor,
  type OperationSubject,
  type RestName,
} from '@signalbox/model/payments/operation-subject'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Tx } from '../../../kit/database.ts'
import { returnedSums } from '../record/returned-store.ts'
import { findTransaction, type TxKey } from '../record/transaction-store.ts'
import { captureMoney, refundMoney } from './children.ts'

/** Only of a payment the PSP counts in another currency, after a part of it, can what is left be too small. */
function partlyDone(subject: OperationSubject): RestName[] {
  const [refundable, capturable] = [refundableMinor(subject), capturableMinor(subject)]
  return [
    ...(refundable > 0n && refundable < subject.capturedAmountMinor ? (['refund'] as const) : []),
    ...(capturable > 0n && subject.capturedAmountMinor > 0n ? (['capture'] as const) : []),
  ]
}

function isRefused(attempt: () => unknown): boolean {
  try {
    attempt()
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

/** What is left of a payment and could only be refused, by the same sums as when it is asked for. */
export async function tooSmallRests(
  tx: Tx,
  key: TxKey & { readonly currency: string; readonly pspCurrency: string | null },
  subject: OperationSubject,
): Promise<RestName[]> {
  if (key.pspCurrency === null || key.pspCurrency === key.currency) return []
  const names = partlyDone(subject)
  const row = names.length > 0 ? await findTransaction(tx, key.merchantId, key.id) : undefined
  if (!row) return []
  const sums = await returnedSums(tx, row)
  const inWallet = (minor: bigint) => ({ minor, currency: row.currency })
  const tries = {
    refund: () => refundMoney(row, inWallet(refundableMinor(subject)), sums),
    capture: () => captureMoney(row, inWallet(capturableMinor(subject))),
  }
  return names.filter((name) => isRefused(tries[name]))
}
