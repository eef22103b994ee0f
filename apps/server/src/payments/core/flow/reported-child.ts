import { transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import { amountText } from '@signalbox/model/money/money-text'
import { partAtPsp, payoutPartAtPsp, type ReturnedPart } from '@signalbox/model/money/returned-part'
import { methodOf } from '@signalbox/model/payments/transaction-method'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import type { Tx } from '../../../kit/database.ts'
import type { UnitOfWork } from '../../../kit/unit-of-work.ts'
import type { OriginChange } from '../state/effect.ts'
import { childTransaction } from '../record/new-transaction.ts'
import { isReturnApplied, type StoredCallback } from '../record/callback-store.ts'
import { undecidedChild } from '../record/returned-store.ts'
import { findTransaction, lockTransaction } from '../record/transaction-store.ts'
import type { Transaction } from '../record/transaction.ts'
import { isDecided } from './is-decided.ts'
import type { Machine } from './machine.ts'
import { NotBookable } from './not-bookable.ts'
import { returnOf } from './packed-reading.ts'
import { bookMoved } from './payment-money.ts'
import {
  describe,
  isWon,
  kinds,
  movementOf,
  notDecided,
  originIdOf,
  requireNamed,
  restOf,
  returnSubject,
  whyNot,
  type Reported,
  type ReportedSubject,
} from './report-reading.ts'
import { plannedTogether, type PlannedReturn, type ReturnReport } from './reports-together.ts'
import { walletMoved } from './returnable.ts'

/** What a report means, or why it cannot be booked. */
async function partOf(tx: Tx, origin: Transaction, reported: Reported): Promise<ReturnedPart> {
  const { subject, amount, said } = movementOf(origin, reported)
  if (stateOfNumber(origin.statusNo) !== 'SUCCESSFUL')
    throw new NotBookable(
      `${said} The payment is ${stateOfNumber(origin.statusNo)} (${origin.statusNo}): nothing was booked that could be returned.`,
    )
  const rest = await restOf(tx, origin, subject)
  const part = (origin.method === 'WITHDRAWAL' ? payoutPartAtPsp : partAtPsp)(rest, amount.minor)
  if (part) return part
  const left = amountText({ minor: rest.psp, currency: amount.currency })
  if (isWon(subject)) throw new NotBookable(`${said} Only ${left} is charged back.`)
  const open = await undecidedChild(tx, origin)
  const meanwhile = open ? ` while ${transactionTypeLabel(open.txType)} ${open.id} is not decided` : ''
  throw new NotBookable(
    `${said} Only ${left} is left of it after refunds, reversals and disputes${meanwhile}.`,
  )
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
  const child = childTransaction({
    origin,
    id: machine.deps.ids.next(),
    txType,
    method: methodOf(txType) ?? 'INFO',
    apiSource: 'PSP',
    initiatedBy: origin.psp ?? 'psp',
    now: unit.now,
    amountMinor: sign * walletMoved(origin, part),
    pspAmount: { minor: part.psp, currency: origin.pspCurrency ?? origin.currency },
  })
  child.feeMinor = part.fee
  child.vatAmountMinor = part.vat
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
  told: ReturnReport,
): Promise<string | undefined> {
  const unnamed = await whyNot(async () => requireNamed(about, returnOf(told.reading)))
  if (unnamed) return unnamed
  const origin = await findTransaction(tx, about.merchantId, originIdOf(about))
  if (!origin || !isDecided(origin)) return notDecided
  return whyNot(() => planOf(tx, origin, told, false))
}

/** What is booked for a report: it alone, or it and others that fit only together. Or why it cannot be booked. */
async function planOf(
  tx: Tx,
  origin: Transaction,
  told: ReturnReport,
  hold: boolean,
): Promise<readonly PlannedReturn[]> {
  const reading = returnOf(told.reading)
  try {
    return [{ reading, part: await partOf(tx, origin, reading) }]
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
  await machine.deps.ids.ready()
  for (const [index, { reading, part }] of planned.entries()) {
    const isLast = index === planned.length - 1
    const subject = returnSubject(reading)
    const child = childOf(machine, unit, origin, { subject, reading, part })
    const { txType, event } = kinds[subject]
    const reason = describe(origin, subject, reading.amount)
    await machine.record(unit, child, reason, (payment) => {
      bookMoved(payment, event, `${transactionTypeLabel(txType)} of ${origin.id}`)
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
  told: ReturnReport,
): Promise<readonly StoredCallback[] | undefined> {
  requireNamed(about, returnOf(told.reading))
  const origin = await lockTransaction(unit.tx, about.merchantId, originIdOf(about))
  if (!origin) throw new NotBookable('The payment no longer exists.')
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
  if (!origin) throw new NotBookable('The payment no longer exists.')
  if (!isDecided(origin)) return false
  const part = await partOf(unit.tx, origin, reading)
  await bookPlanned(machine, unit, origin, [{ reading, part }])
  return true
}
