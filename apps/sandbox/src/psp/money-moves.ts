import type { Money } from '@signalbox/model/money/money'
import type { Book } from './book.ts'
import type { Operation, Totals } from './operation.ts'
import { reasons } from './reasons.ts'

const scaled = (minor: bigint, factor: number): bigint =>
  (minor * BigInt(Math.round(factor * 10_000))) / 10_000n

/** What the provider moves for an operation, which is not always what it was asked for. */
const movedMinor = ({ amount, plan }: Operation): bigint => scaled(amount.minor, plan.amountFactor)

export const scaledMoney = ({ minor, currency }: Money, factor: number): Money => ({
  minor: scaled(minor, factor),
  currency,
})

/** What was moved is what is told from then on. */
function tellDifference(book: Book, operation: Operation, minor: bigint): void {
  if (minor !== operation.amount.minor) book.arrived(operation, minor)
}

/** Decides an operation and writes down the money it moves. */
export function settleMoney(book: Book, operation: Operation, decline?: string): void {
  if (decline) {
    book.setState(operation, 'declined', decline)
    return
  }
  const minor = movedMinor(operation)
  switch (operation.kind) {
    case 'deposit':
      tellDifference(book, operation, minor)
      book.move(operation, operation, 'authorized', minor)
      if (!operation.authorizeOnly) book.move(operation, operation, 'captured', minor)
      book.setState(operation, operation.authorizeOnly ? 'authorized' : 'approved')
      return
    case 'withdrawal':
      tellDifference(book, operation, minor)
      book.move(operation, operation, 'paidOut', minor)
      book.setState(operation, 'approved')
      return
    case 'capture':
    case 'void':
    case 'refund':
    case 'cancel':
      settleFollowUp(book, operation)
  }
}

function settleFollowUp(book: Book, operation: Operation): void {
  const origin = book.byId(operation.originId ?? '')
  if (!origin) throw new Error(`${operation.id} has no payment to act on`)
  const { minor } = operation.amount
  if (operation.kind === 'capture') book.move(origin, operation, 'captured', minor)
  if (operation.kind === 'refund') book.move(origin, operation, 'refunded', minor)
  if (operation.kind === 'void') book.move(origin, operation, 'voided', origin.totals.authorized)
  if (operation.kind === 'cancel') book.setState(origin, 'cancelled', reasons.cancelledByCaller)
  book.setState(operation, 'approved')
}

/** What is still there of what a payment moved: nothing goes back twice. */
export const leftMinor = ({ captured, paidOut, refunded, returned, disputed }: Totals): bigint =>
  captured + paidOut - refunded - returned - disputed

/** Why a capture, void, refund or cancellation cannot be, or nothing when it can. */
export function followUpOutcome(
  origin: Operation,
  kind: 'capture' | 'void' | 'refund' | 'cancel',
  amount: Money,
): string | undefined {
  const { authorized, captured, voided } = origin.totals
  if (kind === 'cancel')
    return ['redirect', 'pending', 'confirmation'].includes(origin.state) ? undefined : reasons.badRequest
  if (amount.currency !== origin.amount.currency || amount.minor <= 0n) return reasons.invalidAmount
  if (kind === 'void')
    return authorized > 0n && captured === 0n && voided === 0n ? undefined : reasons.badRequest
  const room = kind === 'capture' ? authorized - captured - voided : leftMinor(origin.totals)
  return amount.minor <= room ? undefined : reasons.invalidAmount
}
