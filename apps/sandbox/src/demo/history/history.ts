import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Fingerprint } from '@signalbox/server/payments/vault/fingerprint'
import { capture, dispute, refund, resolve, reversal, type Aftermath } from './aftermath.ts'
import { momentOf } from './calendar.ts'
import { deposit, type DepositEnding } from './deposit.ts'
import { Dice } from './dice.ts'
import { markets, type Market } from './market.ts'
import { amountOf, worthEuro, type Cast, type Setting } from './opening.ts'
import { personOf, type Person } from './people.ts'
import { recordDecisions } from './past-decisions.ts'
import type { PastPayment } from './past-payment.ts'
import { withdrawal, type WithdrawalEnding } from './withdrawal.ts'

/** What a history is made from: the same plan gives the same rows. */
export interface HistoryPlan {
  readonly seed: number
  readonly transactions: number
  readonly untilMs: number
  readonly days: number
  /** Whether something waits for people at its end; the first history leaves enough for all. */
  readonly hasOpen: boolean
}

/** Somebody is always in the middle of something. */
const quietMs = 10 * 60_000
const hourMs = 3_600_000

/** Ids of the past come from server numbers that real servers take last; each history has one of its own. */
const lastNode = 15
const spareNodes = 12

const depositEndings: Readonly<Record<DepositEnding, number>> = {
  SUCCESS: 780,
  DECLINED: 98,
  RULE: 24,
  MERCHANT: 6,
  THREE_DS: 14,
  EXPIRED: 20,
  CANCELLED: 22,
  FALLBACK: 12,
  RESERVED: 0,
  WAITING: 0,
  INCONSISTENT: 10,
  OTHER_AMOUNT: 0.2,
  SUSPENSE: 5,
  LATE: 4,
}

const withdrawalEndings: Readonly<Record<WithdrawalEnding, number>> = {
  PAID: 860,
  DENIED: 65,
  REFUSED: 40,
  INCONSISTENT: 1,
  SUSPENSE: 1,
  FIRST_LEVEL: 0,
  SECOND_LEVEL: 0,
  HOLD: 0,
  SCHEDULED: 0,
}

/** Open payments when the history ends, and how often. */
const openPayments: readonly (
  | readonly ['WITHDRAWAL', WithdrawalEnding]
  | readonly ['DEPOSIT', DepositEnding]
)[] = [
  ...Array.from({ length: 10 }, () => ['WITHDRAWAL', 'SECOND_LEVEL'] as const),
  ...Array.from({ length: 20 }, () => ['WITHDRAWAL', 'FIRST_LEVEL'] as const),
  ...Array.from({ length: 6 }, () => ['WITHDRAWAL', 'HOLD'] as const),
  ...Array.from({ length: 4 }, () => ['WITHDRAWAL', 'SCHEDULED'] as const),
  ...Array.from({ length: 14 }, () => ['DEPOSIT', 'WAITING'] as const),
  ...Array.from({ length: 6 }, () => ['DEPOSIT', 'RESERVED'] as const),
  ...Array.from({ length: 7 }, () => ['DEPOSIT', 'INCONSISTENT'] as const),
  ...Array.from({ length: 2 }, () => ['DEPOSIT', 'SUSPENSE'] as const),
  ...Array.from({ length: 2 }, () => ['WITHDRAWAL', 'INCONSISTENT'] as const),
  ['WITHDRAWAL', 'SUSPENSE'],
  ['DEPOSIT', 'OTHER_AMOUNT'],
]

/** Of so many payments, the newest, every table tells what it said; of a long history that would be most of its rows. */
const mostToldInFull = 3_000

/** What was in doubt has been cleared up by then, nearly always: people see the few cases that are left. */
const clearedUpAfterMs = 60 * hourMs
const shareClearedUp = 0.97

/** How far from the end each open payment was made: most today, some so long ago that they are late. */
function openDistances(transactions: number): ReadonlyMap<number, number> {
  const newest = Math.max(transactions / 15, Math.min(transactions, 2 * openPayments.length))
  const spread = newest - openPayments.length
  return new Map(
    openPayments.map((_, place) => [place + Math.floor(spread * (place / openPayments.length) ** 2), place]),
  )
}

/** Which open payment this one is, if any. */
function openPaymentAt(
  distances: ReadonlyMap<number, number>,
  { transactions, hasOpen }: HistoryPlan,
  index: number,
): (typeof openPayments)[number] | undefined {
  const place = hasOpen ? distances.get(transactions - 1 - index) : undefined
  // Kinds take turns, so that no hour has only one of them.
  return place === undefined ? undefined : openPayments[(place * 37) % openPayments.length]
}

/** Money that can really be sent when somebody approves it: to a bank account or a wallet, not to a card of the past. */
const payable = (market: Market): Record<string, number> =>
  Object.fromEntries(
    Object.entries(market.withdrawals).filter(([txType]) => !txType.startsWith('Creditcard')),
  )

export interface HistoryInput {
  readonly plan: HistoryPlan
  /** How many histories there were before this one. */
  readonly ordinal: number
  readonly cast: Cast
  readonly print: Fingerprint
}

export class History {
  readonly #input: HistoryInput
  readonly #people = new Map<string, Person>()
  readonly #usersPerMarket: number
  readonly #node: number
  readonly #openDistances: ReadonlyMap<number, number>

  constructor(input: HistoryInput) {
    this.#input = input
    this.#node = lastNode - (input.ordinal % spareNodes)
    this.#openDistances = openDistances(input.plan.transactions)
    this.#usersPerMarket = Math.min(8_000, Math.max(25, Math.floor(input.plan.transactions / 30)))
  }

  /** When a payment was made, and under which id: nothing else has to be known to look whether it is there. */
  keyOf(index: number): { readonly merchantId: number; readonly id: number; readonly ms: number } {
    const { plan } = this.#input
    const dice = new Dice(plan.seed, index)
    const market = this.#marketOf(dice)
    const period = { untilMs: plan.untilMs - quietMs, days: plan.days }
    const moment = momentOf(period, (index + dice.throw() * 0.9) / plan.transactions)
    const ms = moment - (moment % 2)
    return { merchantId: market.merchantId, id: this.#idAt(ms, index), ms }
  }

  /** One payment and everything that followed from it; the payment comes first. */
  generate(index: number): PastPayment[] {
    const main = this.#main(index)
    if (main.ms > this.#input.plan.untilMs) return [this.#main(index, true)]
    return [main, ...this.#aftermath(index, main)]
  }

  #idAt(ms: number, index: number): number {
    return firstTxIdAt(ms) + this.#node * 256 + (index % 256)
  }

  #marketOf(dice: Dice): Market {
    const chosen = dice.weighted(
      Object.fromEntries(markets.map(({ merchantId, weight }) => [String(merchantId), weight])),
    )
    const market = markets.find(({ merchantId }) => String(merchantId) === chosen)
    if (!market) throw new Error(`There is no market ${chosen}`)
    return market
  }

  #personOf(market: Market, no: number): Person {
    const key = `${market.merchantId} ${no}`
    const known = this.#people.get(key)
    if (known) return known
    const person = personOf(market, no, this.#input.print)
    this.#people.set(key, person)
    return person
  }

  /** A quick one is over within minutes: what is told of the last hours must not reach into the future. */
  #main(index: number, isQuick = false): PastPayment {
    const { plan, cast } = this.#input
    const { merchantId, id, ms } = this.keyOf(index)
    const market = markets.find((each) => each.merchantId === merchantId) ?? markets[0]
    if (!market) throw new Error('There are no markets')
    const dice = new Dice(plan.seed, index, 1)
    // Some play a lot, most now and then.
    const person = this.#personOf(market, Math.floor(dice.throw() ** 1.8 * this.#usersPerMarket) + 1)
    const setting: Setting = { cast, market, person, dice, id, ms }
    const [method, ending] = openPaymentAt(this.#openDistances, plan, index) ?? [
      dice.happens(0.16) ? 'WITHDRAWAL' : 'DEPOSIT',
      undefined,
    ]
    const payment =
      method === 'WITHDRAWAL'
        ? this.#withdrawal(setting, isQuick ? 'FIRST_LEVEL' : (ending as WithdrawalEnding | undefined))
        : this.#deposit(setting, isQuick ? 'SUCCESS' : (ending as DepositEnding | undefined))
    if (index >= plan.transactions - mostToldInFull) recordDecisions(payment, cast)
    return payment
  }

  #deposit(setting: Setting, given: DepositEnding | undefined): PastPayment {
    const { dice, market, person } = setting
    const reserved = given === 'RESERVED' || (given === undefined && dice.happens(0.01))
    const ending = given ?? (reserved ? 'RESERVED' : dice.weighted(depositEndings))
    const txType = reserved ? 'CreditcardDeposit' : dice.weighted(depositTypes(market, person))
    const requestedMinor = amountOf(dice, person.currency, person.isVip ? 150 : 50)
    const isManual = txType === 'BankIBANDeposit' || (txType === 'BankDeposit' && dice.happens(0.03))
    return deposit(
      setting,
      {
        txType,
        requestedMinor,
        ...(reserved && { authType: 'PRE_AUTH' as const }),
        ...(isManual && { txTag: 'manual' }),
      },
      ending,
    )
  }

  #withdrawal(setting: Setting, given: WithdrawalEnding | undefined): PastPayment {
    const { dice, market, person } = setting
    const types = given === undefined ? market.withdrawals : payable(market)
    const txType = dice.weighted(types)
    const needsTwo = given === 'SECOND_LEVEL'
    const isLarge = needsTwo || dice.happens(0.02)
    const chosen = amountOf(dice, person.currency, isLarge ? 5_000 : 120)
    // Well above what one person may approve alone, whatever the rates of the day are.
    const requestedMinor = needsTwo ? chosen + worthEuro(7_000, person.currency) : chosen
    return withdrawal(setting, { txType, requestedMinor }, given ?? dice.weighted(withdrawalEndings))
  }

  #aftermath(index: number, payment: PastPayment): PastPayment[] {
    const { tx, dice } = payment
    const { plan, cast } = this.#input
    let children = 0
    const aftermath: Aftermath = {
      cast,
      begin: (aboutMs) => {
        const code = index * 2 + children++
        const ms = aboutMs - (aboutMs % childBlockMs) + ((code >> 8) % (childBlockMs / 2)) * 2 + 1
        return { ms, id: this.#idAt(ms, code) }
      },
    }
    if (payment.state === 'INCONSISTENT') {
      const isOld =
        payment.ms < plan.untilMs - clearedUpAfterMs && !openPaymentAt(this.#openDistances, plan, index)
      const canBeForced = tx.method === 'DEPOSIT' && tx.statusNo !== StatusNo.ERR_AMOUNT_MISMATCH
      if (isOld && canBeForced && dice.happens(shareClearedUp)) resolve(payment, aftermath)
      return []
    }
    if (tx.statusNo === StatusNo.SUCCESS_WAITING_CAPTURE)
      return openPaymentAt(this.#openDistances, plan, index) ? [] : [capture(payment, aftermath) ?? []].flat()
    if (payment.state !== 'SUCCESSFUL') return []
    if (tx.method === 'WITHDRAWAL') {
      const toBank = tx.psp === 'nordbank'
      return toBank && dice.happens(0.006) ? [reversal(payment, aftermath) ?? []].flat() : []
    }
    const canRefund = refundable.has(tx.psp ?? '')
    if (canRefund && dice.happens(0.03)) return [refund(payment, aftermath) ?? []].flat()
    return tx.bin && dice.happens(0.004) ? dispute(payment, aftermath) : []
  }
}

const refundable = new Set(['acmecards', 'borealpay', 'nordbank', 'walletx'])

/**
 * What follows from payments begins at odd milliseconds, payments at even ones. Where in such a block it begins depends on
 * nothing but which payment it belongs to, so that no two of the same block have the same id.
 */
const childBlockMs = 2 ** 14

/** Swish takes crowns only. */
function depositTypes({ deposits }: Market, { currency }: Person): Record<string, number> {
  const { SwishDeposit, ...others } = deposits
  return currency === 'SEK' && SwishDeposit !== undefined ? { ...deposits } : others
}
