import { isInState } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { maskAccount, maskIban } from '@signalbox/model/text/masking'
import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { methodOf, paymentTypeOf, signOf } from '@signalbox/model/payments/transaction-method'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import type { Transaction } from '../../core/record/transaction.ts'
import { histories, type History } from './histories.ts'

/** The same numbers for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface Chance {
  readonly random: () => number
  of<T>(items: readonly T[]): T
  /** True in this part of cases. */
  is(part: number): boolean
  whole(from: number, to: number): number
}

export function chanceOf(random: () => number): Chance {
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  return {
    random,
    whole,
    is: (part) => random() < part,
    of: <T>(items: readonly T[]): T => items[whole(0, items.length - 1)] as T,
  }
}

const people = [
  ['Anna', 'Berg', 'SWE', 'Stockholm'],
  ['Mikko', 'Virtanen', 'FIN', 'Helsinki'],
  ['Karl-Johan', 'von Sommerfeldt-Lindqvist', 'SWE', 'Göteborg'],
  ['Ingrid', 'Dahl', 'NOR', 'Oslo'],
  ['Lukas', 'Weber', 'DEU', 'Berlin'],
  ['Sofia', 'García', 'ESP', 'Madrid'],
  ['Yuki', 'Tanaka', 'JPN', 'Osaka'],
] as const
const currencies = ['EUR', 'SEK', 'EUR', 'NOK', 'EUR', 'JPY', 'KWD', 'USD'] as const
const cards = [
  ['VISA', '411111', 'CREDIT', 'Nordea', 'SWE'],
  ['MASTERCARD', '545454', 'DEBIT', 'OP', 'FIN'],
  ['VISA', '400012', 'DEBIT', 'DNB', 'NOR'],
  ['AMEX', '371449', 'CREDIT', 'American Express', 'USA'],
] as const
const depositTypes = [
  'CreditcardDeposit',
  'CreditcardDeposit',
  'CreditcardDeposit',
  'TrustlyDeposit',
  'SkrillDeposit',
]
const withdrawalTypes = ['BankIBANWithdrawal', 'CreditcardWithdrawal', 'SkrillWithdrawal']
const psps = ['acmecards', 'nordbank', 'walletx', 'kestrelcard'] as const

export interface GeneratorOptions {
  readonly seed: number
  readonly merchants: readonly number[]
  readonly users: number
  readonly emailHash: (email: string) => string
}

export interface Generated {
  readonly transaction: Transaction
  readonly history: History
}

const empty = {
  nextStep: null,
  leaseUntil: null,
  leaseHolder: null,
  stepState: { facts: {}, input: {} },
  rootTxId: null,
  originTxId: null,
  apiClientId: 'demo-client',
  initiatedBy: null,
  txTag: null,
  merchantErrCode: null,
  merchantErrMsg: null,
  vatAmountMinor: 0n,
  vatRatePpm: null,
  taxCode: null,
  fxRate: null,
  fxAppliedRate: null,
  fxMarginPpm: null,
  fxRateIds: null,
  fxRounding: null,
  fxWholeUnits: null,
  refundingAmountMinor: 0n,
  voidedAmountMinor: 0n,
  capturingMinor: 0n,
  chargebackAmountMinor: 0n,
  returnedAmountMinor: 0n,
  pspCapturedMinor: 0n,
  pspRefundedMinor: 0n,
  userLocale: 'sv_SE',
  mobile: '+46701234567',
  dob: '1981-04-12',
  sessionHash: null,
  accountId: null,
  bic: null,
  bankCountry: null,
  userAgent: 'Mozilla/5.0',
  deviceId: null,
  initiatedPspAccount: null,
  authType: null,
  reprocessCount: 0,
  maintenanceId: null,
  threeDsType: null,
  threeDsVersion: null,
  threeDsStatus: null,
  threeDsEci: null,
  threeDsExemption: null,
  merchantKycStatus: null,
  approvalQueue: null,
  approvalTags: [],
  verifiedAt: null,
  authorizedAt: null,
  capturedAt: null,
  settledAt: null,
  pspFeeActualMinor: null,
  pspFeeActualCurrency: null,
  expiresAt: null,
  pollAt: null,
  captureDueAt: null,
  captureUntil: null,
  noteCount: 0,
} satisfies Partial<Transaction>

function pickHistory({ random }: Chance): History {
  const total = histories.reduce((sum, { weight }) => sum + weight, 0)
  let left = random() * total
  return histories.find(({ weight }) => (left -= weight) < 0) ?? (histories[0] as History)
}

type Users = Pick<GeneratorOptions, 'users' | 'emailHash'>

function userOf(chance: Chance, { users, emailHash }: Users) {
  const number = chance.whole(1, users)
  const [first, last, country, city] = people[number % people.length] as (typeof people)[number]
  const email = `user${number}@example.com`
  return {
    userId: `player-${number}`,
    firstName: first,
    lastName: last,
    userCountry: country,
    city,
    email,
    emailHash: emailHash(email),
    userCat: number % 9 === 0 ? 'VIP' : 'STANDARD',
    isTestUser: number % 23 === 0,
    ipAddr: `192.0.2.${number % 250}`,
    ipCountry: number % 11 === 0 ? 'DEU' : country,
  }
}

function instrumentOf(chance: Chance, txType: string) {
  const number = String(chance.whole(1000, 9999))
  if (txType.startsWith('Creditcard')) {
    const [brand, bin, type, issuer, country] = chance.of(cards)
    return {
      maskedUserAccount: `${bin}******${number}`,
      accountHash: `card-${bin}-${number}`,
      accountHolder: 'Card Holder',
      bin: `${bin}11`,
      iinId: `range-of-${bin}`,
      cardBrand: brand,
      cardType: type,
      cardCategory: 'CONSUMER',
      cardExpiry: '2030-12',
      schemeTokenProvider: null,
      issuerName: issuer,
      issuerCountry: country,
    }
  }
  const none = {
    bin: null,
    iinId: null,
    cardBrand: null,
    cardType: null,
    cardCategory: null,
    cardExpiry: null,
    schemeTokenProvider: null,
    issuerName: null,
    issuerCountry: null,
  }
  const iban = txType.startsWith('BankIBAN')
  return {
    ...none,
    maskedUserAccount: iban
      ? maskIban(`SE4550000000058398257${number}`)
      : maskAccount(`wallet${number}@example.com`),
    accountHash: `account-${txType}-${number}`,
    accountHolder: 'Account Holder',
  }
}

function amountsOf(chance: Chance, history: History, sign: bigint) {
  const currency = chance.of(currencies)
  const requestedMinor = BigInt(chance.whole(100, 250_000))
  const feeMinor = chance.is(0.2) ? requestedMinor / 50n : 0n
  const last = history.moves.at(-1)?.to ?? StatusNo.REGISTERED
  const isDone = stateOfNumber(last) === 'SUCCESSFUL' && sign > 0n
  const captured = isDone && last !== StatusNo.SUCCESS_WAITING_CAPTURE ? requestedMinor : 0n
  return {
    currency,
    requestedAmountMinor: requestedMinor,
    amountMinor: requestedMinor * sign,
    txAmountMinor: (requestedMinor + (sign > 0n ? feeMinor : -feeMinor)) * sign,
    feeMinor,
    feeMode: feeMinor > 0n ? ('ADDED' as const) : null,
    feeBillTo: feeMinor > 0n ? ('USER' as const) : null,
    pspAmountMinor: history.attempts > 0 ? requestedMinor + feeMinor : null,
    pspCurrency: history.attempts > 0 ? currency : null,
    baseCurrency: 'EUR',
    amountBaseMinor: requestedMinor * sign,
    pspFeeMinor: isDone ? requestedMinor / 100n : null,
    pspFeeCurrency: isDone ? currency : null,
    authorizedAmountMinor: isDone ? requestedMinor : 0n,
    capturedAmountMinor: captured,
    refundedAmountMinor: history.child === 'Refund' ? captured / 2n : 0n,
  }
}

const campaignOf = (chance: Chance): Record<string, string> => ({
  campaign: chance.of(['autumn', 'spring']),
})

interface Course {
  readonly id: number
  readonly atMs: number
  readonly statusNo: number
  readonly psp: string | null
  readonly history: History
}

/** How it was asked for, what was decided about it and where it went. */
function courseOf(chance: Chance, { id, atMs, statusNo, psp, history }: Course) {
  const isDeclined = isInState(statusNo, 'FAILED')
  return {
    paymentType: chance.is(0.3) ? 'REPEAT' : 'NEW',
    merchantTxId: chance.is(0.8) ? `m-${id}` : null,
    apiSource: 'FRONT_API',
    channelId: chance.of(['Mobile', 'Web', null]),
    attributes: chance.is(0.2) ? campaignOf(chance) : {},
    declineStage: history.declineStage ?? null,
    pspStatusCode: psp === null ? null : isDeclined ? '51' : '00',
    pspStatusMessage: psp !== null && isDeclined ? (history.moves.at(-1)?.summary ?? null) : null,
    info: isDeclined ? (history.moves.at(-1)?.summary ?? null) : null,
    initiatedPsp: psp,
    psp,
    pspAccount: psp === null ? null : chance.of(['3DS', 'NON3DS']),
    pspService: null,
    pspRefId: psp === null ? null : `ref-${id}`,
    attemptCount: history.attempts,
    fallbackUsed: history.attempts > 1,
    schemeTokenUsed: false,
    threeDsFlow: chance.is(0.3) ? chance.of(['FRICTIONLESS', 'CHALLENGED', 'CHALLENGE_FAILED']) : null,
    fraudProvider: 'sandbox-fraud',
    fraudScore: chance.whole(0, 100),
    fraudDecision: chance.of(['ACCEPT', 'ACCEPT', 'REVIEW', 'REJECT']),
    kycStatus: chance.of(['PASSED', 'NONE']),
    rulesTrace: [`1000_RO_01_0${chance.whole(1, 3)}`],
    approvalMode: history.direction === 'WITHDRAWAL' ? 'SINGLE' : 'NONE',
    approvalDueAt:
      stateOfNumber(statusNo) === 'WAITING_APPROVAL' ? new Date(atMs + 86_400_000).toISOString() : null,
    tags: chance.is(0.05) ? ['watch'] : [],
  } satisfies Partial<Transaction>
}

/** A refund, a capture or a void of a part of a payment. */
function childOf(origin: Transaction, history: History, txType: string, id: number): Generated {
  const nowMs = Date.parse(origin.lastUpdated)
  const method = methodOf(txType) ?? 'REFUND'
  const minor = txType === 'Refund' ? origin.refundedAmountMinor : origin.capturedAmountMinor
  const moves = histories.find(({ name }) => name === 'success')?.moves ?? []
  const createdAt = new Date(nowMs).toISOString()
  return {
    history: { ...history, name: txType, moves, child: undefined },
    transaction: {
      ...origin,
      id,
      txType: txType,
      method,
      originTxId: origin.id,
      rootTxId: origin.id,
      merchantTxId: null,
      statusNo: StatusNo.SUCCESS,
      version: moves.length,
      requestedAmountMinor: minor,
      amountMinor: minor * signOf[method],
      txAmountMinor: minor * signOf[method],
      amountBaseMinor: minor * signOf[method],
      pspAmountMinor: minor,
      feeMinor: 0n,
      feeMode: null,
      feeBillTo: null,
      authorizedAmountMinor: 0n,
      capturedAmountMinor: 0n,
      refundedAmountMinor: 0n,
      pspFeeMinor: null,
      pspFeeCurrency: null,
      initiatedBy: 'investigator',
      apiSource: 'BACKOFFICE',
      created: createdAt,
      lastUpdated: new Date(nowMs + 900).toISOString(),
      completedAt: new Date(nowMs + 900).toISOString(),
    },
  }
}

/** Makes payments whose rows, histories and children fit together. */
export function transactionGenerator({ seed, merchants, users, emailHash }: GeneratorOptions) {
  const chance = chanceOf(seededRandom(seed))
  let made = 0
  /** Histories are made one after the other and happen side by side, so each id is that of its own instant. */
  const idAt = (ms: number): number => firstTxIdAt(ms) + (made++ % 4096)

  function payment(atMs: number): Generated {
    const history = pickHistory(chance)
    const txType = chance.of(history.direction === 'DEPOSIT' ? depositTypes : withdrawalTypes)
    const method = methodOf(txType) ?? history.direction
    const statusNo = history.moves.at(-1)?.to ?? StatusNo.REGISTERED
    const tookMs = history.moves.reduce((sum, { afterMs }) => sum + afterMs, 0)
    const merchantId = chance.of(merchants)
    const id = idAt(atMs)
    const createdAt = new Date(atMs).toISOString()
    const updatedAt = new Date(atMs + tookMs).toISOString()
    const final = ['SUCCESSFUL', 'FAILED', 'CANCELLED'].includes(stateOfNumber(statusNo))
    const psp = history.attempts > 0 ? chance.of(psps) : null
    const sentAt = psp === null ? null : new Date(atMs + Math.min(tookMs, 200)).toISOString()
    const transaction: Transaction = {
      ...empty,
      ...userOf(chance, { users, emailHash }),
      ...instrumentOf(chance, txType),
      ...amountsOf(chance, history, signOf[method]),
      merchantId,
      id,
      version: history.moves.length,
      statusNo,
      txType,
      method,
      providerType: paymentTypeOf(txType)?.providerType ?? 'CREDITCARD',
      ...courseOf(chance, { id, atMs, statusNo, psp, history }),
      created: createdAt,
      lastUpdated: updatedAt,
      updatedBy: 'system',
      pspSentAt: sentAt,
      pspAnsweredAt: sentAt,
      completedAt: final ? updatedAt : null,
      reconStatus: final && psp !== null ? 'EXPECTED' : 'NONE',
      gdprErasedAt: null,
    }
    return { transaction, history }
  }

  /** What followed from a payment: a refund, a capture or a void of a part of it. */
  function child({ transaction: origin, history }: Generated): Generated | undefined {
    return history.child && childOf(origin, history, history.child, idAt(Date.parse(origin.lastUpdated)))
  }

  return { chance, payment, child }
}
