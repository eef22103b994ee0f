import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Facts } from '@signalbox/model/rules/fact'
import type { RateSheet } from '@signalbox/model/money/rates'
import { methodOf, paymentTypeOf } from '@signalbox/model/payments/transaction-method'
import { exponentOf } from '@signalbox/model/reference/currencies'
import type { Decision } from '@signalbox/server/payments/core/state/payment'
import { newTransaction } from '@signalbox/server/payments/core/record/new-transaction'
import type { Transaction } from '@signalbox/server/payments/core/record/transaction'
import { finland } from '../rules/demo-ruleset.ts'
import type { RequiredApproval } from './approval-rules.ts'
import type { Dice } from './dice.ts'
import { kycProviders, roughRates, type Market } from './market.ts'
import type { Person } from './people.ts'
import { convert, estimateCost, price } from './pricing.ts'
import type { TablesInForce } from './past-decisions.ts'
import { PastPayment } from './past-payment.ts'

interface Colleague {
  readonly id: string
  readonly username: string
}

export interface Route {
  readonly psp: string
  readonly account: string
  readonly decision?: Decision
}

/** Who and what a history is made with. */
export interface Cast {
  readonly rates: ReadonlyMap<number, RateSheet>
  readonly approvers: readonly [Colleague, Colleague, Colleague]
  readonly investigator: Colleague
  readonly operator: Colleague
  readonly route: (tx: Transaction) => Route
  readonly approval: (tx: Transaction) => RequiredApproval | undefined
  /** Every other table in force, for payments that tell all that was decided about them. */
  readonly tables: TablesInForce
  /** When the history ends. */
  readonly untilMs: number
}

export interface Setting {
  readonly cast: Cast
  readonly market: Market
  readonly person: Person
  readonly dice: Dice
  readonly id: number
  readonly ms: number
}

const favourites = [10, 20, 25, 30, 50, 50, 75, 100, 100, 150, 200, 250, 300, 500]

/** What somebody types into a cashier: usually something round. */
export function amountOf(dice: Dice, currency: string, medianEuro: number): bigint {
  const scale = (roughRates[currency] ?? 1) * 10 ** exponentOf(currency)
  if (dice.happens(0.7)) {
    const chosen = dice.pick(favourites) * (medianEuro / 50)
    return BigInt(Math.round(chosen * (roughRates[currency] ?? 1))) * 10n ** BigInt(exponentOf(currency))
  }
  return BigInt(Math.max(500, Math.round(dice.logNormal(medianEuro, 0.8) * scale)))
}

/** So many euro in another currency, roughly. */
export const worthEuro = (euro: number, currency: string): bigint =>
  BigInt(Math.round(euro * (roughRates[currency] ?? 1))) * 10n ** BigInt(exponentOf(currency))

const present = (facts: Readonly<Record<string, unknown>>): Facts =>
  Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && value !== undefined),
  ) as Facts

/** What rules and people can know about it later. */
function factsOf(tx: Transaction, { market, person }: Setting): Facts {
  return present({
    merchantId: String(market.merchantId),
    now: tx.created,
    method: tx.method,
    txType: tx.txType,
    providerType: tx.providerType,
    amount: { minor: tx.requestedAmountMinor, currency: tx.currency },
    currency: tx.currency,
    paymentType: tx.paymentType,
    apiSource: tx.apiSource,
    userId: tx.userId,
    service: tx.pspService,
    channel: tx.channelId,
    locale: tx.userLocale,
    ipAddress: tx.ipAddr,
    ipCountry: tx.ipCountry,
    userCategory: tx.userCat,
    userCountry: tx.userCountry,
    userCity: tx.city,
    email: person.email,
    merchantKycStatus: tx.merchantKycStatus,
    internalKycStatus: tx.kycStatus,
    account: tx.maskedUserAccount,
    bin: tx.bin,
    binBrand: tx.cardBrand,
    binType: tx.cardType,
    binCategory: tx.cardCategory,
    binIssuer: tx.issuerName,
    binIssuerCountry: tx.issuerCountry,
    bankCountry: tx.bankCountry,
    bic: tx.bic,
    authType: tx.authType,
    txTag: tx.txTag === null ? null : [tx.txTag],
  })
}

export interface PaymentInput {
  readonly txType: string
  readonly requestedMinor: bigint
  readonly authType?: 'PRE_AUTH'
  readonly txTag?: string
}

/** A request came in. */
export function open(
  setting: Setting,
  { txType, requestedMinor, authType, txTag }: PaymentInput,
): PastPayment {
  const { market, person, dice, id, ms } = setting
  const type = paymentTypeOf(txType)
  const method = methodOf(txType)
  if (!type || !method) throw new Error(`There is no payment ${txType}`)
  const account = person.accountFor(type.providerType)
  const tx = newTransaction(
    {
      merchantId: market.merchantId,
      id,
      txType,
      method,
      providerType: type.providerType,
      apiSource: 'FRONT_API',
      apiClientId: market.apiClientId,
      initiatedBy: market.apiClientId ?? person.userId,
      channelId: dice.weighted({ web: 46, ios: 34, android: 20 }),
      currency: person.currency,
      requestedAmountMinor: requestedMinor,
      baseCurrency: market.baseCurrency,
      userId: person.userId,
      userLocale: person.locale,
      merchantTxId: `m-${id}`,
      authType: authType ?? null,
      txTag: txTag ?? null,
      pspService: market.services[txType] ?? null,
      ipAddr: person.ip,
      deviceId: person.deviceId,
      userAgent: person.userAgent,
      updatedBy: 'system',
    },
    new Date(ms),
  )
  tx.version = 0
  if (account) {
    tx.accountId = account.id
    tx.accountHash = account.hash
    tx.maskedUserAccount = account.masked
    tx.accountHolder = account.holder
    tx.paymentType = dice.happens(0.4) ? 'REPEAT' : 'NEW'
    tx.stepState.input = {
      ...(account.iban && { iban: account.iban }),
      ...(account.bic && { bic: account.bic }),
      ...(account.wallet && { walletAccount: account.wallet }),
    }
  }
  return new PastPayment(tx, dice)
}

function enrich(payment: PastPayment, { person }: Setting): void {
  const { tx } = payment
  const account = person.accountFor(tx.providerType)
  tx.ipCountry = person.ipCountry
  tx.kycStatus = person.isVerified ? 'VERIFIED' : 'UNKNOWN'
  if (account?.card) {
    const { bin, expiry, facts } = account.card
    tx.bin = bin
    tx.cardExpiry = expiry
    tx.cardBrand = facts.brand
    tx.cardType = facts.type
    tx.cardCategory = facts.category
    tx.issuerName = facts.bank
    tx.issuerCountry = facts.country
  }
  if (account?.iban) {
    tx.bic = account.bic ?? null
    tx.bankCountry = account.bankCountry ?? null
  }
  payment.note('ENRICH', tx.maskedUserAccount ? `Account ${tx.maskedUserAccount}` : 'No account yet', {
    step: 'enrich',
  })
}

/** The merchant says who it is, and what is known about them and their account is looked up. */
export function introduce(payment: PastPayment, setting: Setting): void {
  const { tx, dice } = payment
  const { person } = setting
  payment.pass(2, 15)
  payment.move(StatusNo.PROCESSING_USER_VERIFICATION, 'VERIFY_USER', 'The merchant is asked about the user', {
    step: 'verify',
  })
  const durationMs = payment.pass(12, 140)
  tx.userCat = person.isVip ? 'VIP' : 'STANDARD'
  tx.userCountry = person.country
  tx.firstName = person.firstName
  tx.lastName = person.lastName
  tx.email = person.email
  tx.emailHash = person.emailHash
  tx.mobile = person.phone
  tx.dob = person.birthDate
  tx.city = person.city
  tx.merchantKycStatus = person.isVerified || dice.happens(0.5) ? 'VERIFIED' : 'NOT_VERIFIED'
  tx.verifiedAt = payment.at
  payment.note('VERIFY_USER', 'The merchant verified the user', { step: 'verify', durationMs })
  enrich(payment, setting)
  tx.stepState.facts = factsOf(tx, setting)
  checkIdentity(payment, setting)
}

/** Of so many checks one finds its provider out of reach. */
const providerFailsOnceIn = 6

/** Finland has everybody checked who pays in for the first time; the rules of the demo say so. */
function checkIdentity(payment: PastPayment, { market, person }: Setting): void {
  const { tx } = payment
  if (market.merchantId !== finland || tx.method !== 'DEPOSIT' || tx.paymentType !== 'NEW') return
  if (person.isVerified) return
  tx.kycStatus = 'NOT_VERIFIED'
  if (tx.id % providerFailsOnceIn === 0)
    payment.note('KYC', `${kycProviders.first} gave no answer`, { step: 'kyc' })
  const answered = tx.id % providerFailsOnceIn === 0 ? kycProviders.second : kycProviders.first
  payment.note('KYC', `${answered}: not verified`, { step: 'kyc' })
}

function ratesOf({ cast, market }: Setting): RateSheet {
  const rates = cast.rates.get(market.merchantId)
  if (!rates) throw new Error(`Merchant ${market.merchantId} has no rates`)
  return rates
}

/** The PSP is chosen. */
export function send(payment: PastPayment, setting: Setting): void {
  const { tx } = payment
  const { psp, account, decision } = setting.cast.route(tx)
  tx.initiatedPsp = psp
  tx.initiatedPspAccount = account
  tx.psp = psp
  tx.pspAccount = account
  if (decision) tx.rulesTrace = [...tx.rulesTrace, ...decision.hits]
  payment.note('ROUTE', `To ${psp}, account ${account}`, {
    step: 'route',
    ...(decision && { decisions: [decision] }),
  })
}

/** Fee and tax. */
export const quote = ({ tx, dice }: PastPayment, setting: Setting): void => price(tx, dice, ratesOf(setting))

/** What the PSP moves, and what it will charge for it. */
export function exchange({ tx }: PastPayment, setting: Setting): void {
  convert(tx, ratesOf(setting))
  estimateCost(tx, ratesOf(setting))
}

const screened = new Set(['CREDITCARD', 'APPLEPAY', 'GOOGLEPAY'])

/** Cards, phones and payouts are screened. */
export function screen(payment: PastPayment): void {
  const { tx, dice } = payment
  if (tx.method !== 'WITHDRAWAL' && !screened.has(tx.providerType)) return
  const durationMs = payment.pass(40, 380)
  tx.fraudProvider = 'fraud-sim'
  tx.fraudScore = Math.min(100, Math.round(dice.logNormal(9, 0.8)))
  // A payout that looks odd is looked at by whoever approves it.
  const worst = tx.method === 'WITHDRAWAL' ? 'REVIEW' : 'REJECT'
  tx.fraudDecision = tx.fraudScore >= 80 ? worst : tx.fraudScore >= 50 ? 'REVIEW' : 'ACCEPT'
  payment.note('FRAUD', `fraud-sim: ${tx.fraudDecision} ${tx.fraudScore}`, { step: 'fraud', durationMs })
}

export function agree(payment: PastPayment): void {
  const { tx } = payment
  payment.move(StatusNo.PROCESSING_USER_AUTHORISATION, 'AUTHORIZE', 'The merchant is asked to authorise', {
    step: 'authorize',
  })
  const durationMs = payment.pass(10, 120)
  tx.authorizedAt = payment.at
  tx.stepState.authCode = `auth-${tx.id}`
  payment.note('AUTHORIZE', 'The merchant authorised the payment', { step: 'authorize', durationMs })
}
