import { towardsLimit } from '@signalbox/model/money/limit'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { TxStatus } from '@signalbox/model/status-codes'
import type { Tx } from '../../kit/database.ts'
import { countEvents, lockGates, updateStatus, upsertEvent, type CountRow } from './counter-store.ts'
import type { CounterQuestion, CounterReading, CounterSubject } from './counter-types.ts'

const nothing: Omit<CountRow, 'no' | 'accounts' | 'users'> = {
  count: 0,
  live: 0,
  sum: '0',
  used: '0',
  reserved: '0',
  restSum: '0',
  restUsed: '0',
  restReserved: '0',
}

/**
 * What was counted so far, one reading per question and in their order. Without the gates of `reserve` it may be out of
 * date the next moment: good for telling a cashier how much room is left.
 */
export async function read(
  tx: Tx,
  subject: CounterSubject,
  questions: readonly CounterQuestion[],
  rates: RateSheet,
): Promise<CounterReading[]> {
  const rows = await countEvents(tx, subject, questions, rates.base)
  const byNo = new Map(rows.map((row) => [row.no, row]))
  const own = { accounts: subject.keys.ACCOUNT ? 1 : 0, users: subject.keys.USER ? 1 : 0 }
  return questions.map((question, no) =>
    readingOf(byNo.get(no) ?? { no, ...nothing, ...own }, question.currency, rates),
  )
}

function readingOf(row: CountRow, currency: string, rates: RateSheet): CounterReading {
  const money = (own: string, rest: string) => ({
    currency,
    minor: BigInt(own) + inCurrency(rest, currency, rates),
  })
  return {
    count: row.count,
    live: row.live,
    sum: money(row.sum, row.restSum),
    used: money(row.used, row.restUsed),
    reserved: money(row.reserved, row.restReserved),
    accounts: row.accounts,
    users: row.users,
  }
}

/** Payments that were not converted when they came, because nobody could pay in this currency then. */
function inCurrency(rest: string, currency: string, rates: RateSheet): bigint {
  const minor = BigInt(rest)
  if (minor === 0n) return 0n
  const converted = towardsLimit({ minor, currency: rates.base }, currency, rates)
  if (!converted) throw new Error(`No rate from ${rates.base} to ${currency} to count payments by`)
  return converted.minor
}

export interface Reservation {
  readonly readings: readonly CounterReading[]
  readonly isReserved: boolean
}

/**
 * Counts, asks whether there is room, and takes it, in one go: until the transaction ends nobody else can count the
 * same thing. A payment without room is counted as a failed attempt, which velocity rules may look at.
 */
export async function reserve(
  tx: Tx,
  subject: CounterSubject,
  questions: readonly CounterQuestion[],
  rates: RateSheet,
  hasRoom: (readings: readonly CounterReading[]) => boolean,
): Promise<Reservation> {
  await lockGates(tx, subject, new Set(questions.map((question) => question.scope)))
  const readings = await read(tx, subject, questions, rates)
  const isReserved = hasRoom(readings)
  await upsertEvent(tx, subject, isReserved ? 'PROCESSING' : 'FAILED')
  return { readings, isReserved }
}

/**
 * Until the transaction ends nobody else looks at the accounts of this user, or at who shares this account. Whoever takes
 * an account at the same moment has to be seen by the rules that count them.
 */
export const holdAccount = (tx: Tx, subject: Pick<CounterSubject, 'merchantId' | 'keys'>): Promise<void> =>
  lockGates(tx, subject, new Set(['ACCOUNT', 'USER']))

/** The payment is in another state; what it took of a limit follows from that. */
export const follow = (tx: Tx, merchantId: number, txId: number, status: TxStatus): Promise<void> =>
  updateStatus(tx, merchantId, txId, status)

/** The money moved: the room is used. */
export const settle = (tx: Tx, merchantId: number, txId: number): Promise<void> =>
  follow(tx, merchantId, txId, 'SUCCESSFUL')

/** The money will not move: the room is free again. */
export const release = (
  tx: Tx,
  merchantId: number,
  txId: number,
  status: 'FAILED' | 'CANCELLED',
): Promise<void> => follow(tx, merchantId, txId, status)
