import type { Tx } from '../../../kit/database.ts'
import type { Transaction } from '../record/transaction.ts'
import { findTransaction } from '../record/transaction-store.ts'
import {
  historyOf,
  merchantTxIdExists,
  readKyc,
  readNetDeposit,
  readPast,
  type PastPayment,
} from './history-store.ts'
import { findIdenticalOpen } from './identical-request-store.ts'
import type { StepContext } from './step-context.ts'
import type { StoredKyc } from './user-history.ts'

type PastContext = Pick<
  StepContext,
  'history' | 'netDeposit' | 'storedKyc' | 'merchantTxIdUsed' | 'identicalOpen' | 'origin'
>

/** What happened before: the user's payments and checks, and the payment this one follows from. */
export function pastContext(tx: Tx, now: Date): PastContext {
  // Methods a cashier asks about have one and the same past.
  const pasts = new Map<string, Promise<readonly PastPayment[]>>()
  const past = (key: string, subject: Transaction) => {
    let value = pasts.get(key)
    if (!value) pasts.set(key, (value = readPast(tx, subject, now)))
    return value
  }
  let kyc: Promise<StoredKyc | undefined> | undefined
  const kycOf = ({ merchantId, userId }: Transaction) => (kyc ??= readKyc(tx, merchantId, userId, now))
  return {
    history: async ({ tx: subject }) =>
      historyOf(await past(`${subject.merchantId} ${subject.id} ${subject.userId}`, subject), subject),
    netDeposit: ({ tx: subject }) => readNetDeposit(tx, subject),
    storedKyc: ({ tx: subject }) => kycOf(subject),
    merchantTxIdUsed: (merchantId, merchantTxId, except) =>
      merchantTxIdExists(tx, merchantId, merchantTxId, except),
    identicalOpen: (payment) => findIdenticalOpen(tx, payment.tx, now),
    origin: async ({ tx: { merchantId, originTxId } }) =>
      originTxId === null ? undefined : findTransaction(tx, merchantId, originTxId),
  }
}
