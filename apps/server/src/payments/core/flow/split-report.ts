import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import type { Money } from '@signalbox/model/money/money'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import type { Tx } from '../../../kit/database.ts'
import { isDisputeWaiting, isReportUnread } from '../record/callback-store.ts'
import { isWonByHand, undecidedChild } from '../record/returned-store.ts'
import { findTransaction, lockTransaction } from '../record/transaction-store.ts'
import type { Transaction } from '../record/transaction.ts'
import { isDecided } from './is-decided.ts'
import { NotBookable } from './not-bookable.ts'
import { returnOf } from './packed-reading.ts'
import { isNeverBooked, isWon, movementOf, notDecided, originIdOf, restOf, whyNot } from './report-reading.ts'
import { plannedTogether, type ReturnReport } from './reports-together.ts'

/** A report about more than there is, taken apart. */
export interface SplitReport {
  readonly origin: Transaction
  readonly way: 'IN' | 'OUT'
  /** What there is of it, which is booked as it says; nothing where the payment has nothing. */
  readonly left: Money
  readonly surplus: Money
}

/** Takes a report apart that cannot be booked because it is about more than there is. Holds the payment it is about. */
export const splitReport = async (tx: Tx, about: Transaction, told: ReturnReport): Promise<SplitReport> =>
  splitOf(
    tx,
    await lockTransaction(tx, about.merchantId, originIdOf(about)),
    told,
    async (origin) => (await plannedTogether(tx, origin, told, false)) !== undefined,
  )

/**
 * Why nobody can say yet how much is left of a payment: it is not decided itself, or something is under way that takes
 * of it or adds to it. What does not fit may fit after it.
 */
async function whyUndecided(tx: Tx, about: Transaction, told: ReturnReport): Promise<string | undefined> {
  const origin = await findTransaction(tx, about.merchantId, originIdOf(about))
  if (!origin || !isDecided(origin)) return notDecided
  // What was won is held against what is charged back: a dispute that is booked.
  if (returnOf(told.reading).subject === 'disputeResolved' && (await isDisputeWaiting(tx, origin)))
    return 'A dispute of this payment was reported and is not booked yet; decide it first.'
  if (await isReportUnread(tx, origin, told))
    return 'The PSP reported another return of this payment, which is processed first.'
  if (returnOf(told.reading).subject === 'disputeResolved') return undefined
  const open = await undecidedChild(tx, origin)
  return (
    open &&
    `${transactionTypeLabel(open.txType)} ${open.id} is not decided yet, and the amount left depends on it.`
  )
}

/**
 * Why a report that does not fit is kept: what a PSP names has moved, so a dispute that was won was filed before, and
 * both fit when that is told. Where somebody has written down the same by hand, there is nothing more to come.
 */
async function whyKept(tx: Tx, about: Transaction, told: ReturnReport): Promise<string | undefined> {
  const { subject, returnId } = returnOf(told.reading)
  if (subject !== 'disputeResolved' || returnId === null) return undefined
  const isWritten = await isWonByHand(tx, { merchantId: about.merchantId, id: originIdOf(about) })
  return isWritten
    ? undefined
    : 'The PSP gave this return an id, so its dispute will follow and both are then booked. If it never arrives, book it with a difference.'
}

/**
 * Why a report is not dropped yet: what the PSP has moved would be missing in the books, and nobody would look for it
 * any more. What is never booked is dropped at any time, whatever else is under way: there is no other end for it.
 */
export async function whyNotDropped(
  tx: Tx,
  about: Transaction,
  told: ReturnReport,
): Promise<string | undefined> {
  const origin = await findTransaction(tx, about.merchantId, originIdOf(about))
  if (isNeverBooked(origin ?? about, returnOf(told.reading))) return undefined
  return (await whyUndecided(tx, about, told)) ?? whyKept(tx, about, told)
}

/** Why it would not take it apart, asked before anybody tries, by who knows whether it can be booked as it is. */
export async function whyNotSplit(
  tx: Tx,
  about: Transaction,
  told: ReturnReport,
  { isBookable }: { readonly isBookable: boolean },
): Promise<string | undefined> {
  const origin = await findTransaction(tx, about.merchantId, originIdOf(about))
  return whyNot(() => splitOf(tx, origin, told, () => Promise.resolve(isBookable)))
}

/** `fitsTogether`: whether a report of more than is left fits with others that wait. */
async function splitOf(
  tx: Tx,
  origin: Transaction | undefined,
  told: ReturnReport,
  fitsTogether: (origin: Transaction) => Promise<boolean>,
): Promise<SplitReport> {
  const reading = returnOf(told.reading)
  if (!origin) throw new NotBookable('The payment no longer exists.')
  if (!isDecided(origin)) throw new NotBookable(notDecided)
  const {
    subject,
    amount: { minor, currency },
  } = movementOf(origin, reading)
  const isBooked = stateOfNumber(origin.statusNo) === 'SUCCESSFUL'
  const rest = isBooked ? (await restOf(tx, origin, subject)).psp : 0n
  if (minor <= rest)
    throw new NotBookable('The amount left of the payment is sufficient; apply the callback again.')
  if (isBooked && (await fitsTogether(origin)))
    throw new NotBookable('It can be booked together with other waiting reports; apply it again.')
  const undecided = await whyUndecided(tx, origin, told)
  if (undecided) throw new NotBookable(undecided)
  const left = rest > 0n ? rest : 0n
  return {
    origin,
    way: isWon(subject) || origin.method === 'WITHDRAWAL' ? 'IN' : 'OUT',
    left: { minor: left, currency },
    surplus: { minor: minor - left, currency },
  }
}
