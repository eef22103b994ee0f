import { withdrawalReleased, withdrawalReserved } from '@signalbox/model/ledger/postings'
import { absoluteMoney, compareMoney, subtractMoney, type Money } from '@signalbox/model/money/money'
import { amountText, parseMoney } from '@signalbox/model/money/money-text'
import { rational, round } from '@signalbox/model/money/rational'
import { amountMismatch, isAmountInDoubt, notIn } from '@signalbox/model/payments/operation-subject'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { book } from '../flow/payment-money.ts'
import type { StepContext } from '../flow/step-context.ts'
import type { Payment } from '../state/payment.ts'
import { subjectOf, type Operator } from './actor.ts'
import { needsTwoPeople } from './four-eyes.ts'

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

/**
 * What nobody asked for and no PSP reported is one person's word. Of much money that is not enough: the payment is decided
 * with an amount that is known, and what is missing then is found, and decided by two, with the settlement of the PSP.
 */
export async function requireNearKnown(
  payment: Payment,
  context: StepContext,
  said: Money | undefined,
): Promise<void> {
  const { tx, pspAmount } = payment
  if (!said || said.currency !== pspAmount.currency) return
  const known = [pspAmount, reportedBy(payment) ?? pspAmount]
  const [nearest] = known
    .map((each) => absoluteMoney(subtractMoney(said, each)))
    .toSorted((one, other) => compareMoney(one, other))
  if (nearest && nearest.minor > 0n && (await needsTwoPeople(context, tx.merchantId, nearest)))
    throw wrongAmount(
      'TOO_FAR',
      'This is further from what was requested and reported than one person may decide. Use one of these amounts; two people decide about the rest when the settlement shows it.',
    )
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
