import { towardsLimit } from '@signalbox/model/money/limit'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { TxStatus } from '@signalbox/model/reference/status-codes'
import { databaseTime } from '../../kit/database-time.ts'
import type { Tx } from '../../kit/database.ts'
import {
  countEvents,
  lockGates,
  updateReservation,
  updateStatus,
  upsertEvent,
  type CountRow,
} from './counter-store.ts'
import { insertReturn, type CountedReturn } from './return-store.ts'
import type { CounterQuestion, CounterReading, CounterScope, CounterSubject } from './counter-types.ts'

const nothing: Omit<CountRow, 'no' | 'accounts' | 'users'> = {
  count: 0,
  live: 0,
  sum: '0',
  named: '0',
  used: '0',
  reserved: '0',
  restSum: '0',
  restNamed: '0',
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
  at?: Date,
): Promise<CounterReading[]> {
  const gate = { at: at ?? (await databaseTime(tx)), baseCurrency: rates.base }
  const rows = await countEvents(tx, subject, questions, gate)
  const byNo = new Map(rows.map((row) => [row.no, row]))
  const own = { accounts: subject.keys.ACCOUNT ? 1 : 0, users: subject.keys.USER ? 1 : 0 }
  return questions.map((question, no) =>
    readingOf(byNo.get(no) ?? { no, ...nothing, ...own }, question.currency, rates),
  )
}

function readingOf(row: CountRow, currency: string, rates: RateSheet): CounterReading {
  const money = (own: string, rest: string) => ({
    currency,
    minor: BigInt(own) + (inCurrency(rest, currency, rates) ?? 0n),
  })
  const rests = [row.restSum, row.restNamed, row.restUsed, row.restReserved]
  return {
    count: row.count,
    isIncomplete: rests.some((rest) => inCurrency(rest, currency, rates) === undefined),
    live: row.live,
    sum: money(row.sum, row.restSum),
    named: money(row.named, row.restNamed),
    used: money(row.used, row.restUsed),
    reserved: money(row.reserved, row.restReserved),
    accounts: row.accounts,
    users: row.users,
  }
}

/**
 * Payments that were not converted when they came, because nobody could pay in this currency then; nothing where there is
 * no rate to say what they are worth.
 */
function inCurrency(rest: string, currency: string, rates: RateSheet): bigint | undefined {
  const minor = BigInt(rest)
  if (minor === 0n) return 0n
  return towardsLimit({ minor, currency: rates.base }, currency, rates)?.minor
}

export interface Reservation {
  readonly readings: readonly CounterReading[]
  readonly isReserved: boolean
}

export interface ReservationRequest {
  readonly questions: readonly CounterQuestion[]
  readonly rates: RateSheet
  readonly hasRoom: (readings: readonly CounterReading[]) => boolean
  /** What others count this payment under, where it does not ask itself: whoever asks must see it, or come before it. */
  readonly alsoCounted?: ReadonlySet<CounterScope>
  /** How far payments have travelled in time, outside production. */
  readonly travelledMs?: number
  /** What it will have to count before its transaction ends. */
  readonly alsoAlone?: ReadonlySet<CounterScope>
}

/**
 * Counts, asks whether there is room, and takes it, in one go: until the transaction ends nobody else can count the
 * same thing. A payment without room is counted as a failed attempt, which velocity rules may look at. What it looks back
 * over, and when it was counted itself, follows from the database's clock once the gates are passed: those who passed
 * before count, whatever their nodes believe the time is.
 */
export async function reserve(
  tx: Tx,
  subject: CounterSubject,
  { questions, rates, hasRoom, alsoCounted, alsoAlone = new Set(), travelledMs = 0 }: ReservationRequest,
): Promise<Reservation> {
  const alone = new Set([...alsoAlone, ...questions.map((question) => question.scope)])
  await lockGates(tx, subject, { alone, ...(alsoCounted && { together: alsoCounted }) })
  const at = new Date((await databaseTime(tx)).getTime() + travelledMs)
  const readings = await read(tx, subject, questions, rates, at)
  const isReserved = hasRoom(readings)
  await upsertEvent(tx, subject, { status: isReserved ? 'PROCESSING' : 'FAILED', at })
  return { readings, isReserved }
}

/**
 * Until the transaction ends nobody else looks at the accounts of this user, at who shares this account, or at what either
 * has used up. Says when it was its turn, by the database's clock.
 */
export async function holdAccount(
  tx: Tx,
  subject: Pick<CounterSubject, 'merchantId' | 'keys'>,
): Promise<Date> {
  await lockGates(tx, subject)
  return databaseTime(tx)
}

/** The payment is in another state; what it took of a limit follows from that. */
export const follow = (tx: Tx, merchantId: number, txId: number, status: TxStatus): Promise<void> =>
  updateStatus(tx, merchantId, txId, status)

/** A payment that may have reserved money. */
interface Reserved {
  readonly merchantId: number
  readonly id: number
  readonly captureUntil: string | null
  readonly authorizedAmountMinor: bigint
  readonly capturedAmountMinor: bigint
  readonly voidedAmountMinor: bigint
}

/**
 * What a payment has reserved at its PSP, as far as limits that count net go by it. What was voided is counted as money
 * that went back, and not by the end of its reservation.
 */
export async function followReservation(
  tx: Tx,
  { merchantId, id, captureUntil, authorizedAmountMinor, capturedAmountMinor, voidedAmountMinor }: Reserved,
): Promise<void> {
  const isOpen = captureUntil !== null && voidedAmountMinor === 0n && authorizedAmountMinor > 0n
  await updateReservation(tx, merchantId, id, {
    until: isOpen ? new Date(captureUntil) : null,
    authorizedMinor: authorizedAmountMinor,
    capturedMinor: capturedAmountMinor,
  })
}

/**
 * Money that went back gives room to limits that count net, once it has left. It is counted when it happens and waits at no
 * gate: nobody can refuse it.
 */
export const followReturn = (
  tx: Tx,
  returned: CountedReturn,
  status: TxStatus,
  travelledMs: number,
): Promise<void> =>
  status === 'SUCCESSFUL'
    ? insertReturn(tx, returned, travelledMs)
    : updateStatus(tx, returned.merchantId, returned.txId, status)

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
