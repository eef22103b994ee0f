import type { Money } from '@signalbox/model/money/money'
import { whyAccountDoesNotPay } from '@signalbox/model/payments/operations'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { paysFor, storedAccountsOf } from '../core/accounts/account-store.ts'
import { registerPayment } from '../core/flow/register-payment.ts'
import type { Machine } from '../core/flow/machine.ts'
import { Payment } from '../core/state/payment.ts'
import { updatePayment } from '../core/record/payment-write-store.ts'
import { lockTransaction, type TxKey } from '../core/record/transaction-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import type { Target } from '../core/operations/reprocess-target.ts'
import { holdReprocessCount } from '../core/operations/reprocess-count-store.ts'
import {
  requireInfo,
  requireOperation,
  type OperationInput,
  type Operator,
} from '../core/operations/actor.ts'

export interface RepeatInput extends OperationInput {
  readonly amount?: Money | undefined
}

async function lockFor(
  unit: UnitOfWork,
  key: TxKey,
  name: 'repeat' | 'reprocess',
  operator: Operator,
  input: OperationInput,
): Promise<Transaction> {
  const row = await lockTransaction(unit.tx, key.merchantId, key.id)
  if (!row) throw new Refusal('NOT_FOUND')
  const known = name === 'reprocess' ? { reprocessCount: await holdReprocessCount(unit.tx, row) } : undefined
  requireOperation(new Payment(structuredClone(row), { now: unit.now }), name, operator, input, known)
  return row
}

export async function requireActiveAccount(
  { tx }: Pick<UnitOfWork, 'tx'>,
  { merchantId, accountId, txType }: Transaction,
): Promise<string> {
  const account = accountId && (await storedAccountsOf(tx, [merchantId], [accountId])).get(accountId)
  const refuse = (message: string) => new Refusal('INVALID_STATE', { message })
  if (!accountId || !account || !paysFor(account, txType))
    throw refuse('The account used for the payment is not stored.')
  const why = whyAccountDoesNotPay(account.status)
  if (why) throw refuse(why)
  return accountId
}

async function payAgain(
  machine: Machine,
  unit: UnitOfWork,
  like: Transaction,
  {
    operator,
    amount,
    follows,
    target,
  }: { operator: Operator; amount: Money; follows: boolean; target?: Target | undefined },
): Promise<Transaction> {
  const accountId = await requireActiveAccount(unit, like)
  const transaction = await registerPayment(machine.deps, unit, {
    request: {
      merchantId: like.merchantId,
      userId: like.userId,
      txType: like.txType,
      amount,
      accountId,
      attributes: like.attributes,
      ...(like.userLocale !== null && { locale: like.userLocale }),
    },
    apiSource: 'BACKOFFICE',
    apiClientId: null,
    initiatedBy: operator.name,
  })
  if (follows) {
    transaction.originTxId = like.id
    transaction.rootTxId = like.rootTxId ?? like.id
  }
  if (target) transaction.stepState = { ...transaction.stepState, chosen: { ...target, by: operator.name } }
  return machine.begin(unit, transaction, 'register', { actor: operator.name, later: true })
}

/** Another payment with the account of this one, without its user. What it is about is typed in, so nobody slips. */
export async function repeatPayment(
  machine: Machine,
  unit: UnitOfWork,
  key: TxKey,
  { operator, input }: { readonly operator: Operator; readonly input: RepeatInput },
): Promise<{ origin: Transaction; child: Transaction }> {
  const origin = await lockFor(unit, key, 'repeat', operator, input)
  const { amount } = input
  if (!amount) throw invalid({ field: 'amount', code: 'REQUIRED', message: 'This field is required' })
  if (amount.currency !== origin.currency)
    throw invalid({ field: 'amount.currency', code: 'CURRENCY', message: `Must be ${origin.currency}` })
  return { origin, child: await payAgain(machine, unit, origin, { operator, amount, follows: false }) }
}

/**
 * A payment that failed is over: the merchant has had its one cancellation. Trying it again is a new payment that follows
 * from it.
 */
export async function reprocessFailed(
  machine: Machine,
  unit: UnitOfWork,
  key: TxKey,
  {
    operator,
    input,
    target,
    reprocessCount,
  }: {
    readonly operator: Operator
    readonly input: OperationInput
    readonly target?: Target | undefined
    /** How often it had been made again when somebody asked: a job that runs twice makes one payment. */
    readonly reprocessCount?: number | undefined
  },
): Promise<{ origin: Transaction; child: Transaction }> {
  const origin = await lockFor(unit, key, 'reprocess', operator, input)
  if (reprocessCount !== undefined && reprocessCount !== origin.reprocessCount)
    throw new Refusal('INVALID_STATE', { message: 'The payment was already repeated.' })
  requireInfo(input)
  const amount: Money = { minor: origin.requestedAmountMinor, currency: origin.currency }
  const child = await payAgain(machine, unit, origin, { operator, amount, follows: true, target })
  const changes = {
    reprocessCount: origin.reprocessCount + 1,
    lastUpdated: unit.now.toISOString(),
    updatedBy: operator.name,
  }
  await updatePayment(unit.tx, origin, changes, { events: [] })
  return { origin: { ...origin, ...changes, version: origin.version + 1 }, child }
}
