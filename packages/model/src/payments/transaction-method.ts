import { transactionTypes, type TransactionType } from '../reference/transaction-types.ts'

/** What a transaction does. Deposits, withdrawals and card checks are asked for; the others follow from one. */
export const txMethods = [
  'DEPOSIT',
  'WITHDRAWAL',
  'REFUND',
  'CAPTURE',
  'VOID',
  'REVERSAL',
  'CHARGEBACK',
  'CHARGEBACK_WON',
  'ACCOUNT_VERIFICATION',
  'INFO',
] as const
export type TxMethod = (typeof txMethods)[number]

const ofChildren: Readonly<Record<string, TxMethod>> = {
  Capture: 'CAPTURE',
  Void: 'VOID',
  Refund: 'REFUND',
  Reversal: 'REVERSAL',
  DisputeFiled: 'CHARGEBACK',
  DisputeResolved: 'CHARGEBACK_WON',
  ManualChargeback: 'CHARGEBACK',
  ManualChargebackWon: 'CHARGEBACK_WON',
  ManualRefund: 'REFUND',
  ManualVoid: 'VOID',
  ManualRequestForInfo: 'INFO',
  ManualNotificationOfFraud: 'INFO',
}

/** What a user or a merchant asks for, in contrast to what follows from it. */
export const isPaymentMethod = (method: TxMethod): boolean =>
  method === 'DEPOSIT' || method === 'WITHDRAWAL' || method === 'ACCOUNT_VERIFICATION'

const payments = new Map(transactionTypes.map((type) => [type.name, type]))

export const paymentTypeOf = (txType: string): TransactionType | undefined => payments.get(txType)

/** Asks whether a card is good for payments. It is asked like a deposit of nothing, and moves nothing. */
export const cardCheck = 'CreditcardAccountVerification'

export function methodOf(txType: string): TxMethod | undefined {
  const payment = payments.get(txType)
  if (!payment) return Object.hasOwn(ofChildren, txType) ? ofChildren[txType] : undefined
  return txType === cardCheck ? 'ACCOUNT_VERIFICATION' : payment.direction
}

/** Numbers of transaction types for systems that want no names. They are never given to another type. */
const numbered: readonly string[] = [...transactionTypes.map(({ name }) => name), ...Object.keys(ofChildren)]

export const txTypeIdOf = (txType: string): number => {
  const index = numbered.indexOf(txType)
  if (index < 0) throw new RangeError(`There is no transaction type ${txType}`)
  return 100 + index
}

/** Money that leaves the user's wallet is negative. */
export const signOf: Readonly<Record<TxMethod, 1n | -1n | 0n>> = {
  DEPOSIT: 1n,
  WITHDRAWAL: -1n,
  REFUND: -1n,
  CAPTURE: 1n,
  VOID: 0n,
  REVERSAL: -1n,
  CHARGEBACK: -1n,
  CHARGEBACK_WON: 1n,
  ACCOUNT_VERIFICATION: 0n,
  INFO: 0n,
}
