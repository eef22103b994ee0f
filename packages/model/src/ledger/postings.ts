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

const receivable = (psp: string, account: string): string => `${psp}/${account}`

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

/** The PSP's side: what it holds for the merchant grows with deposits and shrinks with withdrawals. */
const pspSide = ({ direction, psp, pspAccount, pspAmount }: PaymentMoney): JournalLine[] =>
  (direction === 'DEPOSIT' ? debit : credit)('PSP_RECEIVABLE', receivable(psp, pspAccount), pspAmount)

const suspenseSide = ({ direction, psp, pspAmount }: PaymentMoney): JournalLine[] =>
  (direction === 'DEPOSIT' ? debit : credit)('SUSPENSE', psp, pspAmount)

/** A deposit that succeeded, the captured part of one, or a withdrawal that was paid out. */
export const paymentSucceeded = (money: PaymentMoney): JournalLine[] =>
  money.direction === 'DEPOSIT'
    ? [...pspSide(money), ...userSide(money)]
    : [...userSide(money), ...pspSide(money)]

export const withdrawalReserved = (wallet: Money): JournalLine[] => [
  ...debit('USER_FUNDS', '', wallet),
  ...credit('WITHDRAWAL_RESERVED', '', wallet),
]

export const withdrawalReleased = (wallet: Money): JournalLine[] => reversed(withdrawalReserved(wallet))

/** The PSP moved the money and the merchant did not take note of it. */
export const suspenseHeld = (money: PaymentMoney): JournalLine[] => [
  ...pspSide(money),
  ...reversed(suspenseSide(money)),
]

/** Somebody decided that the payment happened. */
export const suspenseSucceeded = (money: PaymentMoney): JournalLine[] => [
  ...suspenseSide(money),
  ...userSide(money),
]

/** Somebody decided that the payment did not happen: what the PSP moved was given back. */
export const suspenseReturned = (money: PaymentMoney): JournalLine[] => reversed(suspenseHeld(money))

/** A success that is in doubt again. */
export const successSuspended = (money: PaymentMoney): JournalLine[] => reversed(suspenseSucceeded(money))

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

/** Money of a deposit on its way back, at the deposit's own rate. */
export interface ReturnedMoney {
  readonly psp: string
  readonly pspAccount: string
  /** What the wallet gives up, in its currency. */
  readonly wallet: Money
  readonly pspAmount: Money
}

/** A refund, or a deposit the payer's bank took back. */
export const depositReturned = ({ psp, pspAccount, wallet, pspAmount }: ReturnedMoney): JournalLine[] => [
  ...debit('USER_FUNDS', '', wallet),
  ...exchanged(wallet, pspAmount),
  ...credit('PSP_RECEIVABLE', receivable(psp, pspAccount), pspAmount),
]

/** A payout that came back. The fee stays where it is: the work was done. */
export const payoutReturned = ({ psp, pspAccount, wallet, pspAmount }: ReturnedMoney): JournalLine[] => [
  ...debit('PSP_RECEIVABLE', receivable(psp, pspAccount), pspAmount),
  ...exchanged(pspAmount, wallet),
  ...credit('USER_FUNDS', '', wallet),
]

export interface ChargebackMoney {
  readonly psp: string
  readonly pspAccount: string
  readonly amount: Money
  readonly fee: Money
}

/** The PSP takes the money and a fee; the user keeps what was paid. */
export const chargedBack = ({ psp, pspAccount, amount, fee }: ChargebackMoney): JournalLine[] => [
  ...debit('CHARGEBACK_LOSS', psp, amount),
  ...debit('PSP_FEE_EXPENSE', psp, fee),
  ...credit('PSP_RECEIVABLE', receivable(psp, pspAccount), addMoney(amount, fee)),
]

/** The amount comes back, the fee does not. */
export const chargebackWon = ({ psp, pspAccount, amount }: Omit<ChargebackMoney, 'fee'>): JournalLine[] => [
  ...debit('PSP_RECEIVABLE', receivable(psp, pspAccount), amount),
  ...credit('CHARGEBACK_LOSS', psp, amount),
]
