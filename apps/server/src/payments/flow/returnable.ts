import { addParts, subtractPart, type ReturnableRest } from '@signalbox/model/money/returned-part'
import type { ReturnedSums } from '../transactions/returned-store.ts'
import type { Transaction } from '../transactions/transaction.ts'

const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

/** What was captured of a deposit with its share of fee and tax, or paid out: the most that can ever go back. */
function wholeOf(origin: Transaction): ReturnableRest {
  const wallet = absolute(origin.amountMinor)
  const byUser = origin.feeBillTo === 'USER'
  const [fee, vat] = byUser ? [origin.feeMinor, origin.vatMinor] : [0n, 0n]
  if (origin.method === 'WITHDRAWAL')
    // The fee of a payout stays where it is: the work was done.
    return { wallet: wallet - fee - vat, fee: 0n, vat: 0n, psp: origin.pspAmountMinor ?? 0n }
  const { capturedMinor, pspCapturedMinor } = origin
  // As captures share it out among themselves.
  const captured = (charge: bigint): bigint => (wallet === 0n ? 0n : (charge * capturedMinor) / wallet)
  return { wallet: capturedMinor, fee: captured(fee), vat: captured(vat), psp: pspCapturedMinor }
}

/** What is charged back and not won again. */
export const chargedBackOf = ({ CHARGEBACK, CHARGEBACK_WON }: ReturnedSums): ReturnableRest =>
  subtractPart(CHARGEBACK, CHARGEBACK_WON)

/** What can still go back of a payment, by whatever way. */
export const returnableOf = (origin: Transaction, sums: ReturnedSums): ReturnableRest =>
  subtractPart(wholeOf(origin), addParts([sums.REFUND, sums.REVERSAL, chargedBackOf(sums)]))
