import { withdrawalReleased, withdrawalReserved } from '@signalbox/model/ledger/postings'
import { absoluteMoney, compareMoney, subtractMoney, type Money } from '@signalbox/model/money/money'
import { amountText, parseMoney } from '@signalbox/model/money/money-text'
import { rational, round } from '@signalbox/model/money/rational'
import { amountMismatch, isAmountInDoubt, notIn } from '@signalbox/model/payments/operation-subject'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { book } from '../flow/payment-money.ts'
import type { Payment } from '../state/payment.ts'
import { subjectOf, type Operator } from './actor.ts'

/** A part in the proportion of two amounts, at the rate the payment has. */
const scaled = (minor: bigint, by: bigint, of: bigint): bigint =>
  of === 0n ? minor : round(rational(minor * by, of))

const isSameMoney = (one: Money, other: Money): boolean =>
  one.currency === other.currency && one.minor === other.minor

const wrongAmount = (code: string, message: string): Refusal => invalid({ field: 'amount', code, message })

/** What the PSP itself said it moved, where that is not what it was asked for. */
function reportedBy({ tx, state, pspAmount }: Payment): Money | undefined {
  if (!state.reported || !isAmountInDoubt(tx.statusNo, tx.txType)) return undefined
  const { amount, currency } = state.reported
  return currency === pspAmount.currency ? parseMoney(amount, currency) : undefined
}

function requireInDoubt(payment: Payment, operator: Operator): void {
  if (!operator.roles.includes('INVESTIGATOR_ADMIN'))
    throw new Refusal('FORBIDDEN', {
      message: 'Only an investigation administrator can change the amount.',
    })
  if (!isAmountInDoubt(payment.tx.statusNo, payment.tx.txType))
    throw new Refusal('INVALID_STATE', {
      message: notIn(subjectOf(payment.tx, payment.now), `status ${amountMismatch} to change the amount`),
    })
}

/** What a payment moved: as much as somebody says, or else the PSP, or else what it was asked for. */
export const movedAmount = (payment: Payment, said: Money | undefined): Money =>
  said ?? reportedBy(payment) ?? payment.pspAmount

/** What the PSP itself says that it moved. What a person said before is not its word. */
function confirmedByPsp(payment: Payment): Money {
  const { state, pspAmount } = payment
  const isItsWord = state.pspApproved === true && !state.approvedByPerson
  return reportedBy(payment) ?? (isItsWord ? pspAmount : { ...pspAmount, minor: 0n })
}

/**
 * How much of a success is nothing but somebody's word: what the PSP did not say that it moved or, of less than that, how
 * far it is from what was requested and reported. Nothing of another currency, which is refused.
 */
export function unconfirmedAmount(payment: Payment, said: Money | undefined): Money {
  const { pspAmount } = payment
  const moved = movedAmount(payment, said)
  if (moved.currency !== pspAmount.currency) return { ...pspAmount, minor: 0n }
  const confirmed = confirmedByPsp(payment)
  if (compareMoney(moved, confirmed) > 0) return subtractMoney(moved, confirmed)
  const [nearest = moved] = [pspAmount, confirmed]
    .map((each) => absoluteMoney(subtractMoney(moved, each)))
    .toSorted(compareMoney)
  return nearest
}

/** Money was set aside for another amount; what is set aside now is what was paid out. */
function reserveAnew(payment: Payment, before: Money): void {
  if (!payment.state.ledgerReserved) return
  payment.patchState({ ledgerSeq: (payment.state.ledgerSeq ?? 0) + 1 })
  book(payment, 'WITHDRAWAL_RELEASED', 'Reserved for another amount', withdrawalReleased(before))
  const now = absoluteMoney(payment.amount)
  book(payment, 'WITHDRAWAL_RESERVED', 'Reserved for what was paid out', withdrawalReserved(now))
}

/**
 * The PSP moved another amount than it was asked for: as much as it reported, unless somebody says otherwise. Fee and tax stay as they were
 * quoted and the rate as it was applied; what is left is what the user's wallet gains or gives.
 */
export function adoptAmount(payment: Payment, operator: Operator, said: Money | undefined): void {
  const reported = reportedBy(payment)
  const moved = said ?? reported
  if (!moved) return
  if (said && !(reported && isSameMoney(said, reported))) requireInDoubt(payment, operator)
  const { tx, pspAmount } = payment
  if (moved.currency !== pspAmount.currency)
    throw invalid({ field: 'amount.currency', code: 'CURRENCY', message: `Must be ${pspAmount.currency}` })
  if (compareMoney(moved, pspAmount) === 0) return
  const isDeposit = payment.direction === 'DEPOSIT'
  const sign = isDeposit ? 1n : -1n
  const method = scaled(sign * tx.txAmountMinor, moved.minor, pspAmount.minor)
  const charges = tx.feeBillTo === 'USER' ? tx.feeMinor + tx.vatAmountMinor : 0n
  const wallet = isDeposit ? method - charges : method + charges
  if (moved.minor <= 0n || wallet <= 0n)
    throw wrongAmount('MIN', 'The amount must be more than the fee of the payment')
  const before = absoluteMoney(payment.amount)
  payment.note('FORCE', `${operator.name}: ${amountText(moved)} was moved, not ${amountText(pspAmount)}`)
  tx.pspAmountMinor = moved.minor
  tx.pspCurrency = moved.currency
  tx.txAmountMinor = sign * method
  tx.amountMinor = sign * wallet
  if (tx.amountBaseMinor !== null) tx.amountBaseMinor = scaled(tx.amountBaseMinor, wallet, before.minor)
  if (!isDeposit) reserveAnew(payment, before)
}
