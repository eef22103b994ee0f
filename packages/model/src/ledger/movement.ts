import { absoluteMoney, type Money } from '../money/money.ts'
import type { TxMethod } from '../payments/transaction-method.ts'
import { credit, debit, exchanged, reversed, type JournalLine } from './journal.ts'
import { payoutReturned, userSide, type PaymentMoney } from './postings.ts'

/**
 * Money a transaction moves at a PSP, in or out, and what that means on our side. Everything that can happen to a
 * transaction is booked from these two sides, so a kind that balances once balances in every event.
 */
export interface Movement {
  readonly psp: string
  readonly pspAccount: string
  readonly way: 'IN' | 'OUT'
  readonly pspAmount: Money
  readonly ours: readonly JournalLine[]
}

/** A transaction as the books see it. The sign of what moves on the user's wallet does not matter here. */
export interface MovedMoney extends Omit<PaymentMoney, 'direction'> {
  readonly method: TxMethod
  /** For a reversal: it was a payout that came back. */
  readonly ofPayout?: boolean
}

function oursOf(moved: MovedMoney): Pick<Movement, 'way' | 'ours'> | undefined {
  const { psp, pspAmount } = moved
  const wallet = absoluteMoney(moved.wallet)
  const asPayment = (direction: PaymentMoney['direction']): PaymentMoney => ({ ...moved, direction, wallet })
  switch (moved.method) {
    case 'DEPOSIT':
    case 'CAPTURE':
      return { way: 'IN', ours: userSide(asPayment('DEPOSIT')) }
    case 'WITHDRAWAL':
      return { way: 'OUT', ours: userSide(asPayment('WITHDRAWAL')) }
    case 'REFUND':
      // The fee is not given back with it.
      return { way: 'OUT', ours: [...debit('USER_FUNDS', '', wallet), ...exchanged(wallet, pspAmount)] }
    case 'REVERSAL':
      // The payment did not happen after all, with everything that went with it: the user's fee goes back too.
      return moved.ofPayout
        ? { way: 'IN', ours: payoutReturned(asPayment('WITHDRAWAL')) }
        : { way: 'OUT', ours: reversed(userSide(asPayment('DEPOSIT'))) }
    case 'CHARGEBACK':
      // The user keeps what was paid.
      return { way: 'OUT', ours: debit('CHARGEBACK_LOSS', psp, pspAmount) }
    case 'CHARGEBACK_WON':
      return { way: 'IN', ours: credit('CHARGEBACK_LOSS', psp, pspAmount) }
    case 'VOID':
    case 'ACCOUNT_VERIFICATION':
    case 'INFO':
      return undefined
  }
}

/** What a transaction moves; nothing where it moves no money. */
export function movementOf(moved: MovedMoney): Movement | undefined {
  const sides = oursOf(moved)
  const { psp, pspAccount, pspAmount } = moved
  return sides && pspAmount.minor !== 0n ? { psp, pspAccount, pspAmount, ...sides } : undefined
}

const sideOf = ({ way }: Movement) => (way === 'IN' ? debit : credit)

const atPsp = (movement: Movement): JournalLine[] =>
  sideOf(movement)('PSP_RECEIVABLE', `${movement.psp}/${movement.pspAccount}`, movement.pspAmount)

const inSuspense = (movement: Movement): JournalLine[] =>
  sideOf(movement)('SUSPENSE', movement.psp, movement.pspAmount)

/** It has happened. */
export const movementBooked = (movement: Movement): JournalLine[] => [...atPsp(movement), ...movement.ours]

/** The PSP has moved the money, and whose it is nobody has decided. */
export const movementHeld = (movement: Movement): JournalLine[] => [
  ...atPsp(movement),
  ...reversed(inSuspense(movement)),
]

/** Somebody decided that it happened. */
export const movementTaken = (movement: Movement): JournalLine[] => [
  ...inSuspense(movement),
  ...movement.ours,
]

/** Somebody decided that it did not: what the PSP moved was given back. */
export const movementGivenBack = (movement: Movement): JournalLine[] => reversed(movementHeld(movement))

/** What had happened is in doubt again. */
export const movementSuspended = (movement: Movement): JournalLine[] => reversed(movementTaken(movement))
