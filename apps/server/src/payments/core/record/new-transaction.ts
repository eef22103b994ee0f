import type { Money } from '@signalbox/model/money/money'
import type { TxMethod } from '@signalbox/model/payments/transaction-method'
import { emptyStepState } from './step-state.ts'
import { transactionColumns } from './transaction-columns.ts'
import { copyTransaction, type Transaction } from './transaction.ts'

/** What a transaction has before anything is known about it. */
const blank = {
  ...Object.fromEntries(transactionColumns.map(({ member, declared }) => [member, declared.blank])),
  stepState: emptyStepState(),
} as Record<keyof Transaction, unknown> as Transaction

type NewTransactionInput = Pick<
  Transaction,
  | 'merchantId'
  | 'id'
  | 'txType'
  | 'method'
  | 'providerType'
  | 'apiSource'
  | 'currency'
  | 'requestedAmountMinor'
  | 'userId'
  | 'baseCurrency'
> &
  Partial<Transaction>

/** A payment as it begins: what was asked for, and nothing else known. Nothing in it is shared with anybody. */
export function newTransaction(given: NewTransactionInput, now: Date): Transaction {
  const at = now.toISOString()
  const sign = given.method === 'WITHDRAWAL' ? -1n : 1n
  return copyTransaction({
    ...blank,
    amountMinor: sign * given.requestedAmountMinor,
    txAmountMinor: sign * given.requestedAmountMinor,
    stepState: emptyStepState(),
    created: at,
    lastUpdated: at,
    updatedBy: given.initiatedBy ?? 'system',
    ...given,
  })
}

interface ChildTransactionInput {
  readonly origin: Transaction
  readonly id: number
  readonly txType: string
  readonly method: TxMethod
  readonly apiSource: Transaction['apiSource']
  readonly initiatedBy: string
  readonly now: Date
  /** On the user's wallet, with its sign. */
  readonly amountMinor: bigint
  readonly pspAmount: Money
}

const inheritedMembers = transactionColumns.flatMap(({ member, declared }) =>
  declared.inherited ? [member] : [],
)

/** A transaction that follows from another: same user, same account, same PSP. */
export function childTransaction({
  origin,
  now,
  amountMinor,
  pspAmount,
  ...child
}: ChildTransactionInput): Transaction {
  const worth = amountMinor < 0n ? -amountMinor : amountMinor
  const originWorth = origin.amountMinor < 0n ? -origin.amountMinor : origin.amountMinor
  const base = origin.amountBaseMinor
  const inherited: Partial<Transaction> = {
    ...Object.fromEntries(inheritedMembers.map((member) => [member, origin[member]])),
    originTxId: origin.id,
    rootTxId: origin.rootTxId ?? origin.id,
    initiatedPsp: origin.psp,
    initiatedPspAccount: origin.pspAccount,
  }
  const stepState = emptyStepState()
  stepState.facts = {
    ...origin.stepState.facts,
    txType: child.txType,
    // What a PSP reports comes from none of the sources a rule may name.
    ...(child.apiSource !== 'PSP' && { apiSource: child.apiSource }),
    now: now.toISOString(),
    amount: { minor: worth, currency: origin.currency },
  }
  return newTransaction(
    {
      ...inherited,
      ...child,
      merchantId: origin.merchantId,
      providerType: origin.providerType,
      currency: origin.currency,
      userId: origin.userId,
      baseCurrency: origin.baseCurrency,
      requestedAmountMinor: worth,
      amountMinor,
      txAmountMinor: amountMinor,
      pspAmountMinor: pspAmount.minor,
      pspCurrency: pspAmount.currency,
      amountBaseMinor:
        base === null || originWorth === 0n ? null : (amountMinor * (base < 0n ? -base : base)) / originWorth,
      feeBillTo: 'USER',
      stepState,
    },
    now,
  )
}
