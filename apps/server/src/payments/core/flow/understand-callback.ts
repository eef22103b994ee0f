import type { CallbackOutcome } from '@signalbox/model/payments/tx-event'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Tx } from '../../../kit/database.ts'
import type { UnitOfWork } from '../../../kit/unit-of-work.ts'
import type { CallbackReading } from '../../connectors/connector.ts'
import { Payment } from '../state/payment.ts'
import type { ClosedCase } from '../cases/case-store.ts'
import { closeCase } from '../cases/cases.ts'
import { setCallbackOutcome, type StoredCallback } from '../record/callback-store.ts'
import type { Transaction } from '../record/transaction.ts'
import type { Machine } from './machine.ts'
import { NotBookable } from './not-bookable.ts'
import { reportOf, returnOf } from './packed-reading.ts'
import { applyReport, contradictionOf, ignored } from './report.ts'
import { notDecided } from './report-reading.ts'
import { bookReported, isRetold, whyNotReported } from './reported-child.ts'
import type { ReturnReport } from './reports-together.ts'

type Subject = Extract<CallbackReading, { kind: 'read' }>['subject']

const aboutPayment: ReadonlySet<unknown> = new Set<Subject>(['payment', 'capture', 'void', 'refund'])

/** It says what went back of a payment, not how the payment itself ended. */
export const isReturn = ({ reading }: Pick<StoredCallback, 'reading'>): boolean =>
  !aboutPayment.has(reading.subject)

/**
 * Whether somebody is at this payment right now. What the PSP says then waits: its answer has to be stored first, and
 * nobody who works on a payment wants it changed under their hands.
 */
const isWorkedOn = ({ stepState: { pending, pspApproved } }: Transaction): boolean =>
  pending !== undefined && !pspApproved

/** A message that waited and was booked with another one, and the case that is closed by it. */
export interface BookedAlong {
  readonly merchantId: number
  readonly txId: number
  readonly callbackId: string
  readonly closed: ClosedCase | undefined
}

/** What a message came to: how it ends, what else was booked with it, and the payment that has to be driven on. */
export interface Understood {
  readonly outcome: CallbackOutcome
  readonly alsoBooked?: readonly BookedAlong[]
  readonly driven?: Transaction | undefined
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const unreadable = 'The message cannot be read.'
const atWork = 'The payment is being processed; try again in a moment.'

/** Why what a message says cannot be done to a payment now: what `applyByHand` would refuse, without doing anything. */
export async function whyNotApplicable(
  tx: Tx,
  subject: Transaction,
  message: ReturnReport,
): Promise<string | undefined> {
  const { psp, reading } = message
  if (reading.subject === undefined) return unreadable
  if (isReturn(message)) return whyNotReported(tx, subject, message)
  if (isWorkedOn(subject)) return atWork
  const payment = new Payment(structuredClone(subject), { now: new Date(0) })
  return contradictionOf(payment, reportOf(reading), psp)?.message
}

/** A message that waited is booked with another one. */
async function endWaited(unit: UnitOfWork, waited: StoredCallback, by: string): Promise<BookedAlong> {
  const { merchantId, txId, id: callbackId } = waited
  await setCallbackOutcome(unit.tx, merchantId, callbackId, 'APPLIED')
  const key = { merchantId, txId, type: 'CALLBACK_FAILED', callbackId } as const
  const closed = await closeCase(unit, key, 'LATE_CALLBACK', by)
  return { merchantId, txId, callbackId, closed }
}

/** Does what a message says to the payment it is about, whose row the caller holds. */
export async function understand(
  machine: Machine,
  unit: UnitOfWork,
  subject: Transaction,
  message: ReturnReport & { readonly by?: string },
): Promise<Understood> {
  const { psp, reading, by } = message
  if (reading.subject === undefined) throw new NotBookable(unreadable, { isFinal: true })
  const pspMessage = text(reading.pspMessage)
  if (isReturn(message)) {
    if (await isRetold(unit.tx, subject, psp, returnOf(reading))) return { outcome: 'IGNORED_DUPLICATE' }
    const booked = await bookReported(machine, unit, subject, message)
    if (!booked) return { outcome: 'PARKED' }
    const alsoBooked: BookedAlong[] = []
    for (const waited of booked) alsoBooked.push(await endWaited(unit, waited, by ?? psp))
    return { outcome: 'APPLIED', alsoBooked }
  }
  if (isWorkedOn(subject)) return { outcome: 'PARKED' }
  const news = { applied: false }
  const change = by === undefined ? machine.changeIn.bind(machine) : machine.changeLater.bind(machine)
  const driven = await change(unit, subject, by ?? psp, async (payment, context) => {
    const report = { ...reportOf(reading), payer: context.payerOf(reading) }
    const contradiction = contradictionOf(payment, report, psp)
    if (contradiction) throw contradiction
    const applied = await applyReport(payment, context, report, psp)
    if (applied === ignored) return undefined
    news.applied = true
    const said = `${psp}: ${text(reading.pspCode)} ${pspMessage}`.trim()
    payment.note('CALLBACK', by === undefined ? said : `${said}, applied by ${by}`)
    return applied
  })
  return news.applied ? { outcome: 'APPLIED', driven } : { outcome: 'IGNORED_DUPLICATE' }
}

/** Somebody wants it tried again now; why it still cannot be is what they are told. */
export async function applyByHand(
  machine: Machine,
  unit: UnitOfWork,
  subject: Transaction,
  { actor, ...message }: ReturnReport & { readonly actor: string },
): Promise<Required<Pick<Understood, 'outcome' | 'alsoBooked'>>> {
  try {
    const { outcome, alsoBooked = [] } = await understand(machine, unit, subject, { ...message, by: actor })
    if (outcome !== 'PARKED') return { outcome, alsoBooked }
  } catch (error) {
    if (error instanceof NotBookable) throw new Refusal('INVALID_STATE', { message: error.message })
    throw error
  }
  throw new Refusal('INVALID_STATE', {
    message: isWorkedOn(subject) ? atWork : notDecided,
  })
}
