import {
  merchantTxIdExists,
  historyOf,
  readNetDeposit,
  readPast,
  type PastPayment,
  readKyc,
} from './history-store.ts'
import { notingSheet } from '@signalbox/model/money/noted-rates'
import { takeProbe, windowsInForce, type MaintenanceWindow } from '../../../setup/maintenance/read-model.ts'
import { databaseTime } from '../../../kit/database-time.ts'
import type { Tx } from '../../../kit/database.ts'
import type { AccountStanding } from '../accounts/account-types.ts'
import { accountById, accountStanding, recognise } from '../accounts/accounts.ts'
import { countedAmounts } from '../../counters/counted-amounts.ts'
import { counterKeys } from '../../counters/counter-keys.ts'
import type { CounterSubject } from '../../counters/counter-types.ts'
import { lockGates } from '../../counters/counter-store.ts'
import { holdAccount, read, reserve } from '../../counters/counters.ts'
import type { Payment } from '../state/payment.ts'
import { findTransaction } from '../record/transaction-store.ts'
import type { Transaction } from '../record/transaction.ts'
import { gateScopes } from './gate-scopes.ts'
import type { MachineParts } from './machine-parts.ts'
import { payerOf } from './packed-reading.ts'
import { placesOf } from './places.ts'
import type { MerchantSettings } from './merchant-settings.ts'
import { findIdenticalOpen } from './identical-request-store.ts'
import { once } from './once.ts'
import { isLostOnPurpose } from './simulated-failures.ts'
import { askRules } from './rule-desk.ts'
import { travelledMs } from './travelled.ts'
import type { StoredKyc } from './user-history.ts'
import type { World } from './world.ts'

const allKeys = (print: MachineParts['print'], { tx }: Payment): CounterSubject['keys'] =>
  counterKeys(print, {
    userId: tx.userId,
    accountHash: tx.accountHash ?? undefined,
    ip: tx.ipAddr ?? undefined,
    bin: tx.bin ?? undefined,
    email: tx.email ?? undefined,
    deviceId: tx.deviceId ?? undefined,
  })

async function subjectOf(
  { print, reference }: MachineParts,
  payment: Payment,
  { currencies }: MerchantSettings,
  matchedRows: readonly string[],
): Promise<CounterSubject> {
  const { tx } = payment
  const rates = await reference.rates(tx.merchantId)
  return {
    merchantId: tx.merchantId,
    txId: tx.id,
    method: payment.direction,
    txType: tx.txType,
    providerType: tx.providerType,
    keys: allKeys(print, payment),
    amounts: countedAmounts(payment.requested, currencies, rates),
    matchedRows,
    ...(tx.psp && { psp: tx.psp }),
  }
}

/** The world as one transaction of the database sees it; `underWay` where the payment has just been worked on here. */
export function databaseWorld(
  parts: MachineParts,
  tx: Tx,
  now: Date,
  { underWay = false }: { readonly underWay?: boolean } = {},
): World {
  const settings = underWay ? parts.settings.recent(tx) : parts.settings.of(tx)
  const { kit } = parts
  // Read once, until nobody else can change it any more.
  let standing: Promise<AccountStanding> | undefined
  // Methods a cashier asks about have one and the same past.
  const pasts = new Map<string, Promise<readonly PastPayment[]>>()
  const past = (key: string, subject: Transaction) => {
    let value = pasts.get(key)
    if (!value) pasts.set(key, (value = readPast(tx, subject, now)))
    return value
  }
  let kyc: Promise<StoredKyc | undefined> | undefined
  const kycOf = ({ merchantId, userId }: Transaction) => (kyc ??= readKyc(tx, merchantId, userId, now))
  const windows = once<number, readonly MaintenanceWindow[]>((merchantId) =>
    windowsInForce(tx, merchantId, now),
  )
  return {
    now,
    timings: parts.timings,
    links: parts.links,
    // Any table may bound an amount in another currency than the payment's.
    ask: async (payment, table, step, options) => {
      const rates = options?.rates ?? notingSheet(await parts.reference.rates(payment.tx.merchantId))
      const startedAt = performance.now()
      const answer = await askRules(parts.rules, payment, table, step, { ...options, rates })
      parts.ruleAsked?.(performance.now() - startedAt)
      return { ...answer, rates }
    },
    merchant: (merchantId) => settings.merchant(merchantId),
    rates: (merchantId, service) => parts.reference.rates(merchantId, service),
    psp: (slug) => settings.psp(slug),
    pspsFor: (txType) => settings.pspsFor(txType),
    pspAccount: (merchantId, slug, account) => settings.pspAccount(merchantId, slug, account),
    service: (merchantId, kind, provider, account) =>
      settings.service(merchantId, { kind, provider, account }),
    listeners: (merchantId, event) => settings.listeners(merchantId, event),
    payerOf: (reading) => payerOf(parts.box, reading),
    amountMayDiffer: async (slug) => {
      const { connector = slug } = (await settings.psp(slug)) ?? {}
      return parts.outside.connectorFor(connector)?.traits.amountMayDiffer ?? false
    },
    windows,
    takeProbe: async (payment, window) => {
      // Whoever has the probe must not wait for anybody who waits to report one.
      const { alsoAlone } = await gateScopes(parts.rules, payment.tx.merchantId)
      await lockGates(
        tx,
        { merchantId: payment.tx.merchantId, keys: allKeys(parts.print, payment) },
        { alone: alsoAlone },
      )
      return takeProbe(tx, window, now)
    },
    storedCard: async (payment, vaultRef) => {
      const { merchantId, cardExpiry, accountHolder } = payment.tx
      const about = { expiry: cardExpiry ?? '', holder: accountHolder }
      try {
        const card = await parts.vault.cardOfRef(tx, merchantId, vaultRef, about)
        return card && isLostOnPurpose(parts.production, card.masked) ? 'DOWN' : card
      } catch (error) {
        parts.kit.log.error({ err: error }, 'the vault cannot open a card')
        return 'DOWN'
      }
    },
    cardFacts: (merchantId, card) => parts.reference.cardFacts(merchantId, card.lookupDigits),
    accountHash: (text) => parts.print('ACCOUNT', text),
    emailHash: (email) => parts.print('EMAIL', email),
    account: (merchantId, accountId) => accountById(tx, merchantId, accountId),
    standing: ({ tx: { merchantId, userId, accountHash, providerType } }) =>
      (standing ??= accountStanding(
        tx,
        { merchantId, userId, accountHash: accountHash ?? '' },
        providerType,
      )),
    holdAccount: ({ tx: { merchantId, userId, accountHash } }) => {
      standing = undefined
      const keys = counterKeys(parts.print, { userId, accountHash: accountHash ?? undefined })
      return holdAccount(tx, { merchantId, keys })
    },
    recognise: async (details, status) => {
      // Whoever holds the gates may write how a payment with this account ended, and must not meet us the other way round.
      const { merchantId, userId, accountHash } = details
      await lockGates(tx, { merchantId, keys: counterKeys(parts.print, { userId, accountHash }) })
      return recognise(tx, details, { id: parts.kit.newId(), status, now })
    },
    countryOf: async (ip) => (await parts.reference.placeOf(ip))?.country,
    history: async ({ tx: subject }) =>
      historyOf(await past(`${subject.merchantId} ${subject.id} ${subject.userId}`, subject), subject),
    netDeposit: ({ tx: subject }) => readNetDeposit(tx, subject),
    storedKyc: ({ tx: subject }) => kycOf(subject),
    merchantTxIdUsed: (merchantId, merchantTxId, except) =>
      merchantTxIdExists(tx, merchantId, merchantTxId, except),
    identicalOpen: (payment) => findIdenticalOpen(tx, payment.tx, now),
    reserve: async (payment, { questions, matchedRows, hasRoom }) => {
      const subject = await subjectOf(
        parts,
        payment,
        await settings.merchant(payment.tx.merchantId),
        matchedRows,
      )
      const rates = await parts.reference.rates(payment.tx.merchantId)
      const scopes = await gateScopes(parts.rules, payment.tx.merchantId)
      return (
        await reserve(tx, subject, { questions, rates, hasRoom, travelledMs: travelledMs(kit), ...scopes })
      ).readings
    },
    counted: async (payment, questions) => {
      if (questions.length === 0) return []
      const merchant = await settings.merchant(payment.tx.merchantId)
      const subject = await subjectOf(parts, payment, merchant, [])
      const at = new Date((await databaseTime(tx)).getTime() + travelledMs(kit))
      return read(tx, subject, questions, await parts.reference.rates(payment.tx.merchantId), at)
    },
    ...placesOf(parts, tx),
    origin: async ({ tx: { merchantId, originTxId } }) =>
      originTxId === null ? undefined : findTransaction(tx, merchantId, originTxId),
  }
}
