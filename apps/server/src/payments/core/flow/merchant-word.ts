import type { Payment } from '../state/payment.ts'
import type { StepState } from '../record/step-state.ts'

type Word = NonNullable<StepState['toldMerchant']>['word']

/**
 * The merchant is about to be told how a payment ended. False: it has said already that it knows. The opposite of what
 * was decided last is a new decision and has the next number; the same again, because nobody knows whether it was heard,
 * keeps its number, so that it is not booked twice.
 */
export function sayToMerchant(payment: Payment, word: Word): boolean {
  const last = payment.state.toldMerchant
  if (last?.word === word && last.heard) return false
  decideAs(payment, word)
  return true
}

/** Decided without a word to the merchant: what it heard before may be wrong from now on. */
export function decideAs(payment: Payment, word: Word): void {
  const last = payment.state.toldMerchant
  if (last?.word === word) return
  payment.patchState({ toldMerchant: { word, no: last ? last.no + 1 : 1, heard: false } })
}

/** The merchant has taken it down. */
export function merchantHeard(payment: Payment): void {
  const last = payment.state.toldMerchant
  if (last) payment.patchState({ toldMerchant: { ...last, heard: true } })
}

/** Which decision about the payment the merchant is being told of, counted from 1. */
export const decisionNo = ({ state }: Payment): number => state.toldMerchant?.no ?? 1

/** Each decision is told by a message of its own. */
export const legOf = (payment: Payment, name: 'transfer' | 'cancel'): string =>
  decisionNo(payment) === 1 ? name : `${name} ${decisionNo(payment)}`
