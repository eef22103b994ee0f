import { canonicalJson } from '@signalbox/model/text/canonical-json'
import { createHash } from 'node:crypto'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { decimalText } from '@signalbox/model/money/money-text'
import { maxStoredMinor } from '@signalbox/model/payments/payment-request'
import type { PaymentRequest } from '@signalbox/model/payments/payment-request'
import { localAccountKey } from '@signalbox/model/payments/payment-inputs'
import { requestProblem } from '@signalbox/model/payments/request-problem'
import { cardCheck, methodOf, paymentTypeOf } from '@signalbox/model/payments/transaction-method'
import type { Facts, FactValue } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'
import type { UnitOfWork } from '../../../kit/unit-of-work.ts'
import { accountById } from '../accounts/accounts.ts'
import { sealSession, sealVoucher } from './database-call-context.ts'
import { voucherHash } from '../../vouchers/voucher-hash.ts'
import { voucherByHash } from '../../vouchers/voucher-store.ts'
import { findMerchant } from './merchant-store.ts'
import type { MachineDeps } from './machine-deps.ts'
import { newTransaction } from '../record/new-transaction.ts'
import type { Arrival, PaymentInput } from '../record/step-state.ts'
import { transactionColumns } from '../record/transaction-columns.ts'
import type { Transaction } from '../record/transaction.ts'
import { DamagedCard } from '../../vault/vault.ts'
import type { StoredCard } from '../../vault/vault-types.ts'

export interface Registration {
  readonly request: PaymentRequest
  readonly apiSource: Transaction['apiSource']
  readonly apiClientId: string | null
  readonly initiatedBy: string
  readonly arrival?: Arrival
}

function refuseBeforehand({ request }: Registration, production: boolean): void {
  const problem = (field: string, message: string) => invalid({ field, code: 'INVALID', message })
  if (request.card && production) throw problem('card', 'Card data must be encrypted: use cardToken')
  const isCheck = request.txType === cardCheck
  if (request.amount.minor === 0n && !isCheck) throw problem('amount', 'Must be more than zero')
  if (request.amount.minor !== 0n && isCheck)
    throw problem('amount', 'Must be 0: a card check moves no money')
  if (request.authType === 'PRE_AUTH' && isCheck) throw problem('authType', 'A card check reserves nothing')
  if (request.amount.minor > maxStoredMinor)
    throw problem('amount', `Must be at most ${decimalText({ ...request.amount, minor: maxStoredMinor })}`)
}

/** A card that cannot be opened is no reason to refuse the call: the payment fails of it, with its own code. */
async function tokenCard(
  { vault, kit }: MachineDeps,
  { tx }: UnitOfWork,
  { merchantId, id }: Transaction,
  token: string,
): Promise<StoredCard | 'DAMAGED' | undefined> {
  try {
    return await vault.cardOfToken(tx, merchantId, token, id)
  } catch (error) {
    if (!(error instanceof DamagedCard)) throw error
    kit.log.error({ err: error }, 'the vault cannot open a card')
    return 'DAMAGED'
  }
}

/** The card behind a token, claimed for this payment; one sent in clear is stored for it. */
async function claimCard(
  deps: MachineDeps,
  unit: UnitOfWork,
  transaction: Transaction,
  request: PaymentRequest,
): Promise<{ problem?: PaymentInput['problem']; vaultRef?: string; accountHash?: string }> {
  const { vault } = deps
  const { merchantId, id } = transaction
  const given = request.card && {
    pan: request.card.pan,
    expiry: request.card.expiry,
    ...(request.card.cvv && { cvv: request.card.cvv }),
    ...(request.card.holder && { holder: request.card.holder }),
  }
  if (!given && request.cardToken === undefined) return {}
  const card = given
    ? await vault.storeCardFor(unit.tx, merchantId, given, id)
    : await tokenCard(deps, unit, transaction, request.cardToken ?? '')
  if (card === 'DAMAGED') return { problem: 'DAMAGED_CARD' }
  if (!card) return { problem: 'UNKNOWN_TOKEN' }
  transaction.maskedUserAccount = card.masked
  transaction.cardExpiry = card.expiry
  transaction.accountHolder = card.holder
  return { vaultRef: card.vaultRef, accountHash: card.accountHash }
}

/** What the payment is made with, the same whether it is typed in or stored. */
async function instrumentKey(
  deps: MachineDeps,
  unit: UnitOfWork,
  request: PaymentRequest,
  cardHash: string | undefined,
): Promise<string> {
  if (cardHash) return cardHash
  if (request.accountId !== undefined) {
    const account = await accountById(unit.tx, request.merchantId, request.accountId)
    return account?.accountHash ?? request.accountId
  }
  const local = request.accountNumber && localAccountKey(request.clearingNumber ?? '', request.accountNumber)
  const given = request.iban ?? local ?? request.walletAccount ?? request.card?.pan ?? request.voucherCode
  return given === undefined ? '' : deps.print('ACCOUNT', given)
}

/** Equal for two requests that ask for the same: user, type, amount, and what is paid with. */
async function requestPrintOf(
  deps: MachineDeps,
  unit: UnitOfWork,
  request: PaymentRequest,
  cardHash: string | undefined,
): Promise<string> {
  const { merchantId, userId, txType, amount, service = '' } = request
  const instrument = await instrumentKey(deps, unit, request, cardHash)
  const asked = [merchantId, userId, txType, amount.currency, String(amount.minor), service, instrument]
  return deps.print('REQUEST', canonicalJson(asked))
}

/** What the request says and the payment keeps as it was said. */
const saidColumns = transactionColumns.flatMap(({ member, declared: { request, blank, fact } }) =>
  request ? [{ member, name: request.name, blank, fact: fact === undefined ? undefined : factOf(fact) }] : [],
)

/** Columns that hold what the request says. */
export function keptOf(request: PaymentRequest): Partial<Transaction> {
  const said: Readonly<Record<string, unknown>> = request
  return Object.fromEntries(saidColumns.map(({ member, name, blank }) => [member, said[name] ?? blank]))
}

function saidFacts(request: PaymentRequest): Facts {
  const said = request as Readonly<Record<string, FactValue | undefined>>
  return Object.fromEntries(
    saidColumns.flatMap(({ name, fact }) => {
      const value = said[name]
      if (!fact || value === undefined) return []
      return [[fact.key, fact.many && typeof value === 'string' ? [value] : value]]
    }),
  )
}

/** What is known of a payment before anybody is asked. */
export function firstFacts(
  transaction: Transaction,
  request: PaymentRequest,
  direction: string,
  now: Date,
): Facts {
  return {
    merchantId: String(transaction.merchantId),
    now: now.toISOString(),
    method: direction,
    txType: transaction.txType,
    providerType: transaction.providerType,
    amount: request.amount,
    currency: request.amount.currency,
    paymentType: transaction.paymentType,
    apiSource: transaction.apiSource,
    userId: transaction.userId,
    ...saidFacts(request),
  }
}

/** What a voucher of our own store is worth its maker says: limits and fees go by that, whatever was asked for. */
async function withVoucherValue(
  { print }: MachineDeps,
  { tx }: UnitOfWork,
  request: PaymentRequest,
): Promise<PaymentRequest> {
  const { voucherCode, merchantId, amount } = request
  if (voucherCode === undefined) return request
  const voucher = await voucherByHash(tx, merchantId, voucherHash(print, voucherCode))
  if (voucher?.state !== 'ACTIVE' || voucher.currency !== amount.currency) return request
  return { ...request, amount: { minor: voucher.valueMinor, currency: voucher.currency } }
}

/** Makes the row a payment begins with. Everything that is wrong with the payment itself is found in its flow. */
export async function registerPayment(
  deps: MachineDeps,
  unit: UnitOfWork,
  registration: Registration,
): Promise<Transaction> {
  const { request: asked, apiSource, apiClientId, initiatedBy, arrival } = registration
  refuseBeforehand(registration, deps.production)
  const request = await withVoucherValue(deps, unit, asked)
  const type = paymentTypeOf(request.txType)
  const merchant = await findMerchant(unit.tx, request.merchantId)
  const method = methodOf(request.txType)
  if (!type || !merchant || !method) throw new Refusal('NOT_FOUND')
  await deps.ids.ready()
  const id = deps.ids.next()
  const transaction = newTransaction(
    {
      ...keptOf(request),
      merchantId: request.merchantId,
      id,
      txType: request.txType,
      method,
      providerType: type.providerType,
      paymentType: request.accountId ? 'REPEAT' : 'NEW',
      apiSource,
      apiClientId,
      initiatedBy,
      currency: request.amount.currency,
      requestedAmountMinor: request.amount.minor,
      baseCurrency: merchant.baseCurrency,
      userId: request.userId,
      sessionHash:
        request.sessionId === undefined ? null : createHash('sha256').update(request.sessionId).digest('hex'),
      authType: request.authType ?? null,
      expiresAt: new Date(unit.now.getTime() + deps.timings.registeredTtlMs).toISOString(),
    },
    unit.now,
  )
  const problem = requestProblem(request)
  const { accountHash, ...card } = problem ? {} : await claimCard(deps, unit, transaction, request)
  transaction.stepState = {
    facts: firstFacts(transaction, request, type.direction, unit.now),
    input: {
      ...(request.sessionId !== undefined && { sealedSession: sealSession(deps, id, request.sessionId) }),
      ...(problem && { problem }),
      ...card,
      ...(arrival && { arrival }),
      requestPrint: await requestPrintOf(deps, unit, request, accountHash),
      ...(request.iban && { iban: request.iban }),
      ...(request.bic && { bic: request.bic }),
      ...(request.accountNumber && { accountNumber: request.accountNumber }),
      ...(request.clearingNumber && { clearingNumber: request.clearingNumber }),
      ...(request.walletAccount && { walletAccount: request.walletAccount }),
      ...(request.voucherCode && { sealedVoucher: sealVoucher(deps, id, request.voucherCode) }),
      ...(request.storeAccount && { storeAccount: true }),
      ...(request.returnUrls && { returnUrls: request.returnUrls }),
    },
  }
  return transaction
}
