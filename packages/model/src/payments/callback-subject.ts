import { methodOf, type TxMethod } from './transaction-method.ts'

/** What a PSP's message is about. */
export const callbackSubjects = [
  'payment',
  'capture',
  'void',
  'refund',
  'reversal',
  'disputeFiled',
  'disputeResolved',
] as const
export type CallbackSubject = (typeof callbackSubjects)[number]

const ownSubject: Readonly<Record<TxMethod, CallbackSubject | undefined>> = {
  DEPOSIT: 'payment',
  WITHDRAWAL: 'payment',
  ACCOUNT_VERIFICATION: 'payment',
  CAPTURE: 'capture',
  VOID: 'void',
  REFUND: 'refund',
  REVERSAL: 'reversal',
  CHARGEBACK: 'disputeFiled',
  CHARGEBACK_WON: 'disputeResolved',
  INFO: undefined,
}

/**
 * Whether a message says how a transaction itself ended, and not what happened to it afterwards: that part of a payment
 * is disputed says nothing about the amount that was paid.
 */
export function isAboutItself(txType: string | null, subject: string | null): boolean {
  const method = txType === null ? undefined : methodOf(txType)
  return method !== undefined && subject !== null && ownSubject[method] === subject
}
