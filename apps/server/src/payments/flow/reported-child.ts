import type { LedgerEvent } from '@signalbox/model/ledger/journal'
import { amountText } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import {
  partAtPsp,
  payoutPartAtPsp,
  type ReturnableRest,
  type ReturnedPart,
} from '@signalbox/model/money/returned-part'
import { methodOf } from '@signalbox/model/payments/transaction-method'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import type { Tx } from '../../kit/database.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import type { CallbackReading } from '../connectors/connector.ts'
import type { OriginChange } from '../state/effect.ts'
import { newTransaction } from '../transactions/new-transaction.ts'
import {
  isDisputeWaiting,
  isReportUnread,
  isReturnApplied,
  type StoredCallback,
} from '../transactions/callback-store.ts'
import { isWonByHand, returnedSums, undecidedChild } from '../transactions/returned-store.ts'
import { findTransaction, lockTransaction } from '../transactions/transaction-store.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { isDecided } from './is-decided.ts'
import type { Machine } from './machine.ts'
import { NotBookable } from './not-bookable.ts'
import { returnOf } from './packed-reading.ts'
import { bookMoved } from './payment-money.ts'
import { plannedTogether, type PlannedReturn, type ToldReturn } from './reports-together.ts'
import { chargedBackOf, returnableOf, walletMoved } from './returnable.ts'

export type Reported = Pick<
  Extract<CallbackReading, { kind: 'read' }>,
  'subject' | 'returnId' | 'amount' | 'pspRefId' | 'pspMessage' | 'statusNo'
> & {
  /** Its PSP names all that moves, and this names nothing. */
  readonly isUnnamed?: boolean
}

const kinds = {
  reversal: { txType: 'Reversal', words: 'a reversal', event: 'REVERSAL' },
  disputeFiled: { txType: 'DisputeFiled', words: 'a dispute', event: 'CHARGEBACK' },
  disputeResolved: { txType: 'DisputeResolved', words: 'a dispute won', event: 'CHARGEBACK_WON' },
} as const satisfies Record<string, { txType: string; words: string; event: LedgerEvent }>
type ReportedSubject = keyof typeof kinds

const describe = ({ psp, currency }: Transaction, subject: ReportedSubject, amount: Money | null): string =>
  `${psp ?? 'The PSP'} reports ${kinds[subject].words} of ${amount ? amountText(amount) : `an amount in ${currency}`}.`

export const notDecided = 'The payment itself is not decided; decide about it first.'

/** What went back, or that nothing did: the outcome of the payment itself is reported in the same way. */
function returnSubject({ subject }: Reported): ReportedSubject {
  if (subject in kinds) return subject as ReportedSubject
  throw new NotBookable('It does not say that anything went back.', { isFinal: true })
}

/** What no PSP that names its movements has moved is never booked, by nobody: it may fit, and would take the place of what did move. */
function requireNamed(about: Transaction, reading: Reported): void {
  if (!reading.isUnnamed) return
  const said = describe(about, returnSubject(reading), reading.amount)
  throw new NotBookable(
    `${said} ${about.psp ?? 'The PSP'} names every movement and this message names none, so nothing is known to have moved. Dismiss it.`,
    { isFinal: true },
  )
}

/** The payment a report is about: of what was captured in parts, the payment it was captured from. */
export const originIdOf = ({ method, originTxId, id }: Transaction): number =>
  method === 'CAPTURE' ? (originTxId ?? id) : id

/** What a report says was moved at the PSP, or why it makes no sense whatever is left of the payment. */
function readReport(origin: Transaction, subject: ReportedSubject, { amount }: Reported): Money {
  const said = describe(origin, subject, amount)
  const never = (why: string) => new NotBookable(`${said} ${why}`, { isFinal: true })
  const currency = origin.pspCurrency ?? origin.currency
  if (origin.method !== 'DEPOSIT' && origin.method !== 'WITHDRAWAL')
    throw never(`It is about a ${origin.txType}, of which nothing can go back.`)
  if (origin.method === 'WITHDRAWAL' && subject !== 'reversal') throw never('A payout cannot be disputed.')
  if (!amount) throw never('It does not say how much.')
  if (amount.currency !== currency) throw never(`The payment was made in ${currency}.`)
  if (amount.minor <= 0n) throw never('That is no amount that can go back.')
  return amount
}

/** A PSP may also tell of what it tried and did not do. */
function requireHappened(said: string, { statusNo }: Reported): void {
  if (stateOfNumber(statusNo) === 'SUCCESSFUL') return
  throw new NotBookable(`${said} It says that it did not happen.`, { isFinal: true })
}

const isWon = (subject: ReportedSubject): boolean => subject === 'disputeResolved'

/** What there is that a report can be about. */
async function restOf(tx: Tx, origin: Transaction, subject: ReportedSubject): Promise<ReturnableRest> {
  const sums = await returnedSums(tx, origin)
  return isWon(subject) ? chargedBackOf(sums) : returnableOf(origin, sums)
}

/** What a report means, or why it cannot be booked. */
async function partOf(
  tx: Tx,
  origin: Transaction,
  subject: ReportedSubject,
  reported: Reported,
): Promise<ReturnedPart> {
  const amount = readReport(origin, subject, reported)
  const said = describe(origin, subject, amount)
  if (stateOfNumber(origin.statusNo) !== 'SUCCESSFUL')
    throw new NotBookable(
      `${said} The payment is ${stateOfNumber(origin.statusNo)} (${origin.statusNo}): nothing was booked that could go back.`,
    )
  requireHappened(said, reported)
  const rest = await restOf(tx, origin, subject)
  const part = (origin.method === 'WITHDRAWAL' ? payoutPartAtPsp : partAtPsp)(rest, amount.minor)
  if (part) return part
  const left = amountText({ minor: rest.psp, currency: amount.currency })
  if (isWon(subject)) throw new NotBookable(`${said} Only ${left} is charged back.`)
  const open = await undecidedChild(tx, origin)
  const meanwhile = open ? ` while ${open.txType} ${open.id} is not decided` : ''
  throw new NotBookable(
    `${said} Only ${left} is left of it after refunds, reversals and disputes${meanwhile}.`,
  )
}

/** A report about more than there is, taken apart. */
export interface SplitReport {
  readonly origin: Transaction
  readonly way: 'IN' | 'OUT'
  /** What there is of it, which is booked as it says; nothing where the payment has nothing. */
  readonly left: Money
  readonly surplus: Money
}

/** Takes a report apart that cannot be booked because it is about more than there is. Holds the payment it is about. */
export const splitReport = async (tx: Tx, about: Transaction, told: ToldReturn): Promise<SplitReport> =>
  splitOf(tx, await lockTransaction(tx, about.merchantId, originIdOf(about)), told)

/**
 * Why nobody can say yet how much is left of a payment: it is not decided itself, or something is under way that takes
 * of it or adds to it. What does not fit may fit after it.
 */
export async function whyUndecided(
  tx: Tx,
  about: Transaction,
  told: ToldReturn,
): Promise<string | undefined> {
  const origin = await findTransaction(tx, about.merchantId, originIdOf(about))
  if (!origin || !isDecided(origin)) return notDecided
  // What was won is held against what is charged back: a dispute that is booked.
  if (returnOf(told.reading).subject === 'disputeResolved' && (await isDisputeWaiting(tx, origin)))
    return 'A dispute of this payment was reported and is not booked yet; decide about it first.'
  if (await isReportUnread(tx, origin, told))
    return 'The PSP has told of something else that went back of this payment, which is looked at in a moment.'
  if (returnOf(told.reading).subject === 'disputeResolved') return undefined
  const open = await undecidedChild(tx, origin)
  return (
    open && `${open.txType} ${open.id} is not decided yet, and what is left of the payment depends on it.`
  )
}

/**
 * Why a report that does not fit is kept: what a PSP names has moved, so a dispute that was won was filed before, and
 * both fit when that is told. Where somebody has written down the same by hand, there is nothing more to come.
 */
export async function whyKept(tx: Tx, about: Transaction, told: ToldReturn): Promise<string | undefined> {
  const { subject, returnId } = returnOf(told.reading)
  if (subject !== 'disputeResolved' || returnId === null) return undefined
  const isWritten = await isWonByHand(tx, { merchantId: about.merchantId, id: originIdOf(about) })
  return isWritten
    ? undefined
    : 'The PSP names what came back, so its dispute is on its way; both are booked when that is told.'
}

/** What a report of what went back says. */
export function describeReport(about: Transaction, reading: Reported): string {
  const { subject, amount } = reading
  return subject in kinds ? describe(about, subject as ReportedSubject, amount) : ''
}

/** Why it would not take it apart, asked before anybody tries. */
export async function whyNotSplit(tx: Tx, about: Transaction, told: ToldReturn): Promise<string | undefined> {
  const origin = await findTransaction(tx, about.merchantId, originIdOf(about))
  return whyNot(() => splitOf(tx, origin, told))
}

async function splitOf(tx: Tx, origin: Transaction | undefined, told: ToldReturn): Promise<SplitReport> {
  const reading = returnOf(told.reading)
  if (!origin) throw new NotBookable('The payment is not there any more.')
  if (!isDecided(origin)) throw new NotBookable(notDecided)
  const subject = returnSubject(reading)
  requireNamed(origin, reading)
  const amount = readReport(origin, subject, reading)
  requireHappened(describe(origin, subject, amount), reading)
  const { minor, currency } = amount
  const isBooked = stateOfNumber(origin.statusNo) === 'SUCCESSFUL'
  const rest = isBooked ? (await restOf(tx, origin, subject)).psp : 0n
  if (minor <= rest) throw new NotBookable('It fits into what is left of the payment; apply it again.')
  if (isBooked && (await plannedTogether(tx, origin, told, false)))
    throw new NotBookable('It fits together with other reports that wait; apply it again.')
  const undecided = await whyUndecided(tx, origin, told)
  if (undecided) throw new NotBookable(undecided)
  const left = rest > 0n ? rest : 0n
  return {
    origin,
    way: isWon(subject) || origin.method === 'WITHDRAWAL' ? 'IN' : 'OUT',
    left: { minor: left, currency },
    surplus: { minor: minor - left, currency },
  }
}

function originChange(subject: ReportedSubject, origin: Transaction, part: ReturnedPart): OriginChange {
  const wallet = walletMoved(origin, part)
  if (subject === 'reversal') return { returned: wallet }
  return { chargeback: subject === 'disputeFiled' ? wallet : -wallet }
}

function childOf(
  machine: Machine,
  unit: UnitOfWork,
  origin: Transaction,
  { subject, reading, part }: { subject: ReportedSubject; reading: Reported; part: ReturnedPart },
): Transaction {
  const { txType } = kinds[subject]
  const isIn = isWon(subject) || origin.method === 'WITHDRAWAL'
  const sign = isIn ? 1n : -1n
  const child = newTransaction({
    origin,
    id: machine.parts.ids.next(),
    txType,
    method: methodOf(txType) ?? 'INFO',
    apiSource: 'PSP',
    initiatedBy: origin.psp ?? 'psp',
    now: unit.now,
    amountMinor: sign * walletMoved(origin, part),
    pspAmount: { minor: part.psp, currency: origin.pspCurrency ?? origin.currency },
  })
  child.feeMinor = part.fee
  child.vatMinor = part.vat
  // What the method moves: of a payout without its charges, of a deposit with them.
  const moved = origin.method === 'WITHDRAWAL' ? part.wallet : part.wallet + part.fee + part.vat
  child.txAmountMinor = sign * moved
  child.pspRefId = reading.pspRefId
  child.pspStatusMessage = reading.pspMessage || null
  return child
}

/**
 * Whether the PSP tells once more of what is booked: it has said so before under the same id of its own. Holds the
 * payment, so that of two who hear the same at once the second knows.
 */
export async function isRetold(
  tx: Tx,
  about: Transaction,
  psp: string,
  { subject, returnId }: Pick<Reported, 'subject' | 'returnId'>,
): Promise<boolean> {
  if (returnId === null) return false
  const origin = await lockTransaction(tx, about.merchantId, originIdOf(about))
  return origin !== undefined && isReturnApplied(tx, origin, { psp, subject, returnId })
}

/** Why a report cannot be booked as things are, asked before anybody tries. */
export async function whyNotReported(
  tx: Tx,
  about: Transaction,
  told: ToldReturn,
): Promise<string | undefined> {
  const unnamed = await whyNot(async () => requireNamed(about, returnOf(told.reading)))
  if (unnamed) return unnamed
  const origin = await findTransaction(tx, about.merchantId, originIdOf(about))
  if (!origin || !isDecided(origin)) return notDecided
  return whyNot(() => planOf(tx, origin, told, false))
}

/** What an attempt would be refused with. */
async function whyNot(attempt: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await attempt()
    return undefined
  } catch (error) {
    if (error instanceof NotBookable) return error.message
    throw error
  }
}

/** What is booked for a report: it alone, or it and others that fit only together. Or why it cannot be booked. */
async function planOf(
  tx: Tx,
  origin: Transaction,
  told: ToldReturn,
  hold: boolean,
): Promise<readonly PlannedReturn[]> {
  const reading = returnOf(told.reading)
  try {
    return [{ reading, part: await partOf(tx, origin, returnSubject(reading), reading) }]
  } catch (error) {
    const isSuccess = stateOfNumber(origin.statusNo) === 'SUCCESSFUL'
    if (!(error instanceof NotBookable) || error.isFinal || !isSuccess) throw error
    const together = await plannedTogether(tx, origin, told, hold)
    if (!together) throw error
    return together
  }
}

const sumOf = (changes: readonly OriginChange[]): OriginChange =>
  changes.reduce(
    (sum, { returned = 0n, chargeback = 0n }) => ({
      returned: (sum.returned ?? 0n) + returned,
      chargeback: (sum.chargeback ?? 0n) + chargeback,
    }),
    {},
  )

/** Writes down what went back, each as a transaction of its own. The payment changes with the last of them, once for all. */
async function bookPlanned(
  machine: Machine,
  unit: UnitOfWork,
  origin: Transaction,
  planned: readonly PlannedReturn[],
): Promise<void> {
  const changes = planned.map(({ reading, part }) => originChange(returnSubject(reading), origin, part))
  const isAnyWon = planned.some(({ reading }) => isWon(returnSubject(reading)))
  await machine.parts.ids.ready()
  for (const [index, { reading, part }] of planned.entries()) {
    const isLast = index === planned.length - 1
    const subject = returnSubject(reading)
    const child = childOf(machine, unit, origin, { subject, reading, part })
    const { txType, event } = kinds[subject]
    const reason = describe(origin, subject, reading.amount)
    await machine.record(unit, child, reason, (payment) => {
      bookMoved(payment, event, `${txType} of ${origin.id}`)
      payment.effect({
        kind: 'notify',
        channel: 'NOTIFICATION',
        leg: txType,
        target: 'merchant',
        body: { txName: subject === 'reversal' ? 'Notification' : txType, originTxId: origin.id, reason },
        inMs: 0,
      })
      // What was won makes room for what is booked before it, so the totals are right only after all of them.
      payment.effect({ kind: 'origin', change: isLast ? sumOf(changes) : {} })
      if (subject === 'disputeFiled')
        payment.effect({
          kind: 'openCase',
          type: 'DISPUTE',
          // What the PSP says of the message is that it went well, not why the payment is disputed.
          cause: reason,
        })
      if (isLast && isAnyWon) payment.effect({ kind: 'closeDisputes' })
    })
  }
}

/**
 * A PSP says that a finished payment was taken back, disputed, or the dispute won: a transaction of its own, which no
 * rule can stop because it has happened. What is more than there is, or was never there, is not booked: somebody has to
 * find out. Tells which messages that waited are booked with it; nothing while nobody knows how the payment itself ended.
 */
export async function bookReported(
  machine: Machine,
  unit: UnitOfWork,
  about: Transaction,
  told: ToldReturn,
): Promise<readonly StoredCallback[] | undefined> {
  requireNamed(about, returnOf(told.reading))
  const origin = await lockTransaction(unit.tx, about.merchantId, originIdOf(about))
  if (!origin) throw new NotBookable('The payment is not there any more.')
  if (!isDecided(origin)) return undefined
  const planned = await planOf(unit.tx, origin, told, true)
  await bookPlanned(machine, unit, origin, planned)
  return planned.flatMap(({ waited }) => (waited ? [waited] : []))
}

/** Books a part of what was reported, whatever else waits. False while nobody knows how the payment itself ended. */
export async function reportedChild(
  machine: Machine,
  unit: UnitOfWork,
  about: Transaction,
  reading: Reported,
): Promise<boolean> {
  const origin = await lockTransaction(unit.tx, about.merchantId, originIdOf(about))
  if (!origin) throw new NotBookable('The payment is not there any more.')
  if (!isDecided(origin)) return false
  const part = await partOf(unit.tx, origin, returnSubject(reading), reading)
  await bookPlanned(machine, unit, origin, [{ reading, part }])
  return true
}
