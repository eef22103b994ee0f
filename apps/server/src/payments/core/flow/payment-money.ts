import {
  movementBooked,
  movementGivenBack,
  movementHeld,
  movementOf,
  movementSuspended,
  movementTaken,
  type Movement,
} from '@signalbox/model/ledger/movement'
import type { PaymentMoney } from '@signalbox/model/ledger/postings'
import { absoluteMoney, type Money } from '@signalbox/model/money/money'
import type { LedgerEvent } from '@signalbox/model/ledger/journal'
import type { JournalLine } from '@signalbox/model/ledger/journal'
import type { Payment } from '../state/payment.ts'

/** The amounts of a payment as the books want them. */
export const paymentMoney = (payment: Payment): PaymentMoney => ({
  direction: payment.direction,
  psp: payment.tx.psp ?? '',
  pspAccount: payment.tx.pspAccount ?? '',
  wallet: absoluteMoney(payment.amount),
  fee: { minor: payment.tx.feeMinor, currency: payment.tx.currency },
  vat: { minor: payment.tx.vatAmountMinor, currency: payment.tx.currency },
  billTo: payment.tx.feeBillTo ?? 'USER',
  pspAmount: payment.pspAmount,
})

/** What a transaction moves at its PSP, be it a payment or the child of one. */
const movementIn = (payment: Payment, pspAmount: Money = payment.pspAmount): Movement | undefined =>
  movementOf({
    ...paymentMoney(payment),
    method: payment.tx.method,
    // A reversal that gives to the wallet brought back what had been paid out.
    ofPayout: payment.tx.method === 'REVERSAL' && payment.amount.minor > 0n,
    pspAmount,
  })

const sameMoney = (a: Money, b: Money): boolean => a.minor === b.minor && a.currency === b.currency

function heldAmount({ state: { held }, pspAmount }: Payment): Money {
  return held ? { minor: BigInt(held.minor), currency: held.currency } : pspAmount
}

/** The PSP has moved the money and whose it is nobody has decided: it is held aside until somebody does. */
export function holdMoney(payment: Payment, description: string): void {
  holdReported(payment, description, payment.pspAmount)
}

/** The same where the PSP says that it moved another amount than it was asked for. Its last word counts. */
export function holdReported(payment: Payment, description: string, amount: Money): void {
  if (payment.state.suspense) {
    if (sameMoney(amount, heldAmount(payment))) return
    giveHeldMoneyBack(payment, 'The PSP reports a different amount')
    payment.patchState({ ledgerSeq: (payment.state.ledgerSeq ?? 0) + 1 })
  }
  const movement = movementIn(payment, amount)
  if (!movement) return
  book(payment, 'SUSPENSE_HELD', description, movementHeld(movement))
  payment.patchState({
    suspense: true,
    ...(!sameMoney(amount, payment.pspAmount) && {
      held: { minor: String(amount.minor), currency: amount.currency },
    }),
  })
}

/** What had been booked is in doubt again, and so is what it costs: fees are booked when it has happened, each time. */
export function suspendMoney(payment: Payment): void {
  payment.effect({ kind: 'reverseFees', description: 'In doubt again' })
  const movement = movementIn(payment)
  if (!movement) return
  book(payment, 'SUCCESS_SUSPENDED', 'In doubt again', movementSuspended(movement))
  // What a payout was reserved for is reserved again with it.
  payment.patchState({ suspense: true, ...(payment.tx.method === 'WITHDRAWAL' && { ledgerReserved: true }) })
}

/** Somebody decided that it happened. False where nothing was held: it is booked as if nobody had doubted it. */
export function takeHeldMoney(payment: Payment): boolean {
  // The PSP was wrong about the amount: what it said is taken back, and what it did is booked.
  if (payment.state.suspense && !sameMoney(heldAmount(payment), payment.pspAmount))
    giveHeldMoneyBack(payment, 'Another amount was moved')
  const movement = payment.state.suspense ? movementIn(payment) : undefined
  if (!movement) return false
  book(payment, 'SUSPENSE_SUCCESS', 'Taken over from suspense', movementTaken(movement))
  payment.clearState('suspense', 'held')
  return true
}

/** Somebody decided that it did not happen, or not like this. */
export function giveHeldMoneyBack(payment: Payment, why = 'The payment did not happen'): void {
  const movement = payment.state.suspense ? movementIn(payment, heldAmount(payment)) : undefined
  if (!movement) return
  book(payment, 'SUSPENSE_RETURNED', why, movementGivenBack(movement))
  payment.clearState('suspense', 'held')
}

/** It has happened, and nobody doubts it. */
export function bookMoved(payment: Payment, event: LedgerEvent, description: string): void {
  const movement = movementIn(payment)
  if (movement) book(payment, event, description, movementBooked(movement))
}

/** What happened, with the code its fee is taxed under: whoever makes the tax return finds it in the books. */
export const withTaxCode = ({ tx }: Payment, what: string): string =>
  tx.taxCode === null ? what : `${what}, tax code ${tx.taxCode}`

/** Asks for an entry in the books; nothing moved is no entry. */
export function book(
  payment: Payment,
  eventType: LedgerEvent,
  description: string,
  lines: readonly JournalLine[],
): void {
  if (lines.length === 0) return
  payment.effect({
    kind: 'post',
    draft: { eventType, description, lines, seq: payment.state.ledgerSeq ?? 0 },
  })
}
