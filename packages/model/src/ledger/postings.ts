import { addMoney, subtractMoney, type Money } from '../money/money.ts'
import type { Direction } from '../money/forex.ts'
import { credit, debit, exchanged, reversed, type JournalLine } from './journal.ts'

/** The amounts of a payment that reach the books, all without a sign. */
export interface PaymentMoney {
  readonly direction: Direction
  readonly psp: string
  readonly pspAccount: string
  /** What moves on the user's wallet: credited by a deposit, debited by a withdrawal. */
  readonly wallet: Money
  /** Without tax, in the currency of the wallet. */
  readonly fee: Money
  readonly vat: Money
  /** Who bears fee and tax. Where it is the merchant, neither touches the user's money. */
  readonly billTo: 'USER' | 'MERCHANT'
  /** What the PSP moves, in its own currency. */
  readonly pspAmount: Money
}

const userCharges = ({ fee, vat, billTo }: PaymentMoney): JournalLine[] =>
  billTo === 'USER' ? [...credit('USER_FEE_INCOME', '', fee), ...credit('VAT_PAYABLE', '', vat)] : []

/** What the method moves in the currency of the wallet: more than the wallet on a deposit, less on a withdrawal. */
export function methodAmount({ direction, wallet, fee, vat, billTo }: PaymentMoney): Money {
  if (billTo === 'MERCHANT') return wallet
  const charges = addMoney(fee, vat)
  return direction === 'DEPOSIT' ? addMoney(wallet, charges) : subtractMoney(wallet, charges)
}

/** The user's side of a successful payment; the other side is where the money is, or is said to be. */
export function userSide(money: PaymentMoney): JournalLine[] {
  const moved = methodAmount(money)
  const charges = userCharges(money)
  return money.direction === 'DEPOSIT'
    ? [...exchanged(money.pspAmount, moved), ...credit('USER_FUNDS', '', money.wallet), ...charges]
    : [...debit('WITHDRAWAL_RESERVED', '', money.wallet), ...exchanged(moved, money.pspAmount), ...charges]
}

/** A payout came back: to the user, from whose reserve it was paid, and with it what it cost them. */
export const payoutReturned = (money: PaymentMoney): JournalLine[] => [
  ...credit('USER_FUNDS', '', money.wallet),
  ...exchanged(money.pspAmount, methodAmount(money)),
  ...reversed(userCharges(money)),
]

export const withdrawalReserved = (wallet: Money): JournalLine[] => [
  ...debit('USER_FUNDS', '', wallet),
  ...credit('WITHDRAWAL_RESERVED', '', wallet),
]

export const withdrawalReleased = (wallet: Money): JournalLine[] => reversed(withdrawalReserved(wallet))

/** What the PSP is expected to charge. A negative cost is a kickback. */
export const pspFeeAccrued = (psp: string, cost: Money): JournalLine[] => [
  ...debit('PSP_FEE_EXPENSE', psp, cost),
  ...credit('PSP_FEE_ACCRUED', psp, cost),
]

/** Fee and tax of a payment that the merchant bears. */
export const merchantFeeCharged = (fee: Money, vat: Money): JournalLine[] => [
  ...debit('PLATFORM_FEE_EXPENSE', '', fee),
  ...debit('VAT_RECOVERABLE', '', vat),
  ...credit('PLATFORM_FEES_PAYABLE', '', addMoney(fee, vat)),
]
