import {
  addParts,
  chargedFor,
  subtractPart,
  type ReturnableRest,
  type ReturnedPart,
} from '@signalbox/model/money/returned-part'
import type { CorrectionSubject } from '@signalbox/model/payments/corrections'
import type { ReturnedSums } from '../record/returned-store.ts'
import type { Transaction } from '../record/transaction.ts'

const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

/**
 * What was captured of a deposit, or paid out, and the user's fee and tax that went with it: the most that can ever go
 * back. A reversal says that the payment did not happen after all, so the user's fee goes back with it in proportion,
 * whichever way the money went. What the merchant bears stays: the work was done.
 */
export function takenOf(origin: Transaction): ReturnableRest {
  const wallet = absolute(origin.amountMinor)
  const byUser = origin.feeBillTo === 'USER'
  const [fee, vat] = byUser ? [origin.feeMinor, origin.vatAmountMinor] : [0n, 0n]
  if (origin.method === 'WITHDRAWAL')
    return { wallet: wallet - fee - vat, fee, vat, psp: origin.pspAmountMinor ?? 0n }
  const { capturedAmountMinor, pspCapturedMinor } = origin
  // As captures share it out among themselves.
  const captured = (charge: bigint): bigint => (wallet === 0n ? 0n : (charge * capturedAmountMinor) / wallet)
  return { wallet: capturedAmountMinor, fee: captured(fee), vat: captured(vat), psp: pspCapturedMinor }
}

/** What is charged back and not won again. */
export const chargedBackOf = ({ CHARGEBACK, CHARGEBACK_WON }: ReturnedSums): ReturnableRest =>
  subtractPart(CHARGEBACK, CHARGEBACK_WON)

/** What a part moves on the user's wallet: charges come on top of a deposit, and out of the wallet of a payout. */
export const walletMoved = ({ method }: Transaction, { wallet, fee, vat }: ReturnedPart): bigint =>
  method === 'WITHDRAWAL' ? wallet + fee + vat : wallet

/** As `walletMoved` has it, the other way round. */
const fromWallet = ({ method }: Transaction, part: ReturnedPart): ReturnedPart =>
  method === 'WITHDRAWAL' ? { ...part, wallet: part.wallet - part.fee - part.vat } : part

/** What can still go back of a payment, by whatever way. */
export const returnableOf = (origin: Transaction, sums: ReturnedSums): ReturnableRest =>
  subtractPart(
    takenOf(origin),
    addParts([sums.REFUND, fromWallet(origin, sums.REVERSAL), chargedBackOf(sums)]),
  )

/** What is nothing at the PSP cannot be taken there. */
const disputed = (rest: ReturnableRest): bigint => (rest.psp > 0n ? chargedFor(rest) : 0n)

/** What an amount at the PSP is as the customer was charged. */
function asCharged(origin: Transaction, pspMinor: bigint): bigint {
  const taken = takenOf(origin)
  return taken.psp === 0n ? pspMinor : (chargedFor(taken) * pspMinor) / taken.psp
}

/**
 * What a bank can still take back of a deposit, and what it took, as its customer was charged. It may have taken more
 * than there was: what was accepted of that as a difference can come back too.
 */
export const disputesOf = (
  origin: Transaction,
  sums: ReturnedSums,
  acceptedMinor = 0n,
): Pick<CorrectionSubject, 'disputableMinor' | 'disputedMinor'> => ({
  disputableMinor: disputed(returnableOf(origin, sums)),
  disputedMinor: disputed(chargedBackOf(sums)) + asCharged(origin, acceptedMinor),
})

/**
 * What was won, taken apart: first the difference that was accepted comes back, which is an amount at the PSP, then what
 * is charged back. As long as the PSP has taken more than there was, nothing of the payment is left with it.
 */
export function splitWon(
  origin: Transaction,
  acceptedMinor: bigint,
  won: bigint,
): { readonly charged: bigint; readonly difference: bigint } {
  const most = asCharged(origin, acceptedMinor)
  // Whoever wins the last of the difference wins exactly the rest.
  if (won >= most) return { charged: won - most, difference: acceptedMinor }
  return { charged: 0n, difference: (acceptedMinor * won) / most }
}
