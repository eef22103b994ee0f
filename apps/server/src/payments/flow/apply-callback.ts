import { amountText } from '@signalbox/model/money/money-text'
import { severityOfAmount } from '@signalbox/model/investigation/case'
import type { CallbackOutcome } from '@signalbox/model/payments/tx-event'
import { Refusal } from '@signalbox/model/refusal'
import type { AuditActor } from '../../kit/audit.ts'
import type { Tx } from '../../kit/database.ts'
import { refusalOf } from '../../kit/error-reply.ts'
import { perform, type UnitOfWork } from '../../kit/unit-of-work.ts'
import { closeCase, openCase } from '../cases/cases.ts'
import type { CallbackReading } from '../connectors/connector.ts'
import { Payment } from '../state/payment.ts'
import {
  dueCallbacks,
  failedCallbacks,
  lockUnfinished,
  setCallbackOutcome,
  setCallbackProgress,
  type StoredCallback,
} from '../transactions/callback-store.ts'
import { lockTransaction } from '../transactions/transaction-store.ts'
import type { Transaction } from '../transactions/transaction.ts'
import type { Machine } from './machine.ts'
import { NotBookable } from './not-bookable.ts'
import { reportedAmount, reportOf, returnOf, type PackedReading } from './packed-reading.ts'
import { applyReport, contradictionOf, ignored } from './report.ts'
import { notDecided, reportedChild, whyNotReported } from './reported-child.ts'

type Subject = Extract<CallbackReading, { kind: 'read' }>['subject']

const aboutPayment: ReadonlySet<unknown> = new Set<Subject>(['payment', 'capture', 'void', 'refund'])

export const pspActor = (psp: string, ip: string): AuditActor => ({
  type: 'PSP',
  id: psp,
  name: psp,
  ip,
  userAgent: null,
  sessionRef: null,
  operationId: null,
})

/**
 * Whether somebody is at this payment right now. What the PSP says then waits: its answer has to be stored first, and
 * nobody who works on a payment wants it changed under their hands.
 */
const isWorkedOn = ({ stepState: { pending, pspApproved } }: Transaction): boolean =>
  pending !== undefined && !pspApproved

/** What a message came to: how it ends, and the payment that has to be driven on. */
interface Understood {
  readonly outcome: CallbackOutcome
  readonly driven?: Transaction | undefined
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const unreadable = 'Nobody can read what it says.'
const atWork = 'The platform is at work on it; try again in a moment.'

/** Why what a message says cannot be done to a payment now: what `applyByHand` would refuse, without doing anything. */
export async function whyNotApplicable(
  tx: Tx,
  subject: Transaction,
  { psp, reading }: { readonly psp: string; readonly reading: PackedReading },
): Promise<string | undefined> {
  if (reading.subject === undefined) return unreadable
  if (!aboutPayment.has(reading.subject)) return whyNotReported(tx, subject, returnOf(reading))
  if (isWorkedOn(subject)) return atWork
  const payment = new Payment(structuredClone(subject), { now: new Date(0) })
  return contradictionOf(payment, reportOf(reading), psp)?.message
}

/** Does what a message says to the payment it is about, whose row the caller holds. */
async function understand(
  machine: Machine,
  unit: UnitOfWork,
  subject: Transaction,
  { psp, reading, by }: { readonly psp: string; readonly reading: PackedReading; readonly by?: string },
): Promise<Understood> {
  if (reading.subject === undefined) throw new NotBookable(unreadable, { isFinal: true })
  const pspMessage = text(reading.pspMessage)
  if (!aboutPayment.has(reading.subject)) {
    const isBooked = await reportedChild(machine, unit, subject, returnOf(reading))
    return { outcome: isBooked ? 'APPLIED' : 'PARKED' }
  }
  if (isWorkedOn(subject)) return { outcome: 'PARKED' }
  const news = { applied: false }
  const change = by === undefined ? machine.changeIn.bind(machine) : machine.changeLater.bind(machine)
  const driven = await change(unit, subject, by ?? psp, async (payment, world) => {
    const report = reportOf(reading)
    const contradiction = contradictionOf(payment, report, psp)
    if (contradiction) throw contradiction
    const applied = await applyReport(payment, world, report, psp)
    if (applied === ignored) return undefined
    news.applied = true
    const said = `${psp}: ${text(reading.pspCode)} ${pspMessage}`.trim()
    payment.note('CALLBACK', by === undefined ? said : `${said}, applied by ${by}`)
    return applied
  })
  return news.applied ? { outcome: 'APPLIED', driven } : { outcome: 'IGNORED_DUPLICATE' }
}

const minuteMs = 60_000
/** After so long what could not be booked is tried again, each time; then only when somebody asks for it. */
const retryMs = [1, 5, 30, 120, 360, 1_440].map((minutes) => minutes * minuteMs)

/** Money that could not be booked is somebody's to look at, however it came about. */
export async function openCallbackCase(
  unit: UnitOfWork,
  about: { readonly merchantId: number; readonly txId: number | null; readonly callbackId: string },
  { cause, baseMinor }: { readonly cause: string; readonly baseMinor: bigint | null },
): Promise<void> {
  await openCase(unit, {
    ...about,
    type: 'CALLBACK_FAILED',
    severity: severityOfAmount(baseMinor),
    cause: cause.slice(0, 500),
  })
}

/** What can never be applied is kept with its reason, and somebody asks the PSP. */
export async function refuseCallback(
  unit: UnitOfWork,
  { merchantId, id: txId, amountBaseMinor }: Transaction,
  callbackId: string,
  { message }: NotBookable,
): Promise<void> {
  const refused = { outcome: 'REFUSED', note: message, tries: 1, retryAt: null } as const
  await setCallbackProgress(unit.tx, { merchantId, id: callbackId }, refused)
  await openCallbackCase(
    unit,
    { merchantId, txId, callbackId },
    { cause: message, baseMinor: amountBaseMinor },
  )
}

const sayWhy = (callback: StoredCallback, error: unknown): string => {
  if (error instanceof NotBookable) return error.message
  const amount = reportedAmount(callback.reading)
  const what = `${callback.psp} reports on the payment${amount ? ` (${amountText(amount)})` : ''}`
  return `${what}, and it could not be applied: ${error instanceof Error ? error.message : String(error)}`
}

/** Writes down that it did not work, and asks somebody to look. The message itself is safe already. */
async function recordFailure(
  machine: Machine,
  callback: StoredCallback,
  actor: AuditActor,
  error: unknown,
): Promise<void> {
  const note = sayWhy(callback, error)
  await perform(machine.parts.kit, actor, async (unit) => {
    const row = await lockTransaction(unit.tx, callback.merchantId, callback.txId)
    const current = await lockUnfinished(unit.tx, callback)
    if (!current) return
    const isFinal = error instanceof NotBookable && error.isFinal
    const delayMs = isFinal ? undefined : retryMs[current.tries]
    await setCallbackProgress(unit.tx, callback, {
      outcome: isFinal ? 'REFUSED' : 'FAILED',
      note: note.slice(0, 500),
      tries: current.tries + 1,
      retryAt: delayMs === undefined ? null : new Date(unit.now.getTime() + delayMs),
    })
    // Whoever works on the case is not disturbed with what they know.
    if (current.outcome === 'FAILED' && current.note === note.slice(0, 500)) return
    const { merchantId, txId, id } = callback
    const baseMinor = row?.amountBaseMinor ?? null
    await openCallbackCase(unit, { merchantId, txId, callbackId: id }, { cause: note, baseMinor })
  })
}

const isReturn = ({ reading }: StoredCallback): boolean => !aboutPayment.has(reading.subject)

async function finish(
  unit: UnitOfWork,
  callback: StoredCallback,
  { outcome }: Understood,
  by: string,
): Promise<void> {
  const { merchantId, id, txId } = callback
  if (outcome !== 'PARKED') {
    await setCallbackOutcome(unit.tx, merchantId, id, outcome)
    // Only what failed before has a case.
    if (callback.outcome === 'FAILED')
      await closeCase(
        unit,
        { merchantId, txId, type: 'CALLBACK_FAILED', callbackId: id },
        'LATE_CALLBACK',
        by,
      )
    return
  }
  // Whoever is asking the PSP takes up what is about the payment itself; what goes back waits for its end.
  const retryAt = isReturn(callback) ? new Date(unit.now.getTime() + minuteMs) : null
  const note = retryAt ? 'Waits until the payment is decided' : null
  await setCallbackProgress(unit.tx, callback, { outcome, note, tries: callback.tries, retryAt })
}

/** Where transactions queue while PSPs tell of everything at once; what is asked outside afterwards holds nobody up. */
export type Queue = <T>(body: () => Promise<T>) => Promise<T>

/** Once, in one transaction. Whether it has been dealt with by now. */
async function applyOnce(
  machine: Machine,
  callback: StoredCallback,
  actor: AuditActor,
  queue: Queue,
): Promise<boolean> {
  const { value } = await queue(() =>
    perform(machine.parts.kit, actor, async (unit) => {
      const subject = await lockTransaction(unit.tx, callback.merchantId, callback.txId)
      const current = await lockUnfinished(unit.tx, callback)
      if (!subject || !current) return undefined
      const understood = await understand(machine, unit, subject, callback)
      await finish(unit, current, understood, actor.name)
      return understood
    }),
  )
  if (value?.driven) await machine.drive(value.driven)
  return value?.outcome === 'APPLIED'
}

/**
 * Does what a stored message says. Whatever goes wrong, the message stays: what cannot be booked becomes a case, and when
 * not even that can be written down a job finds the message as it was stored.
 */
async function applyOrKeep(machine: Machine, callback: StoredCallback, queue: Queue): Promise<boolean> {
  const { log } = machine.parts.kit
  const actor = pspActor(callback.psp, callback.sourceIp ?? '')
  try {
    return await applyOnce(machine, callback, actor, queue)
  } catch (error) {
    if (!(error instanceof NotBookable))
      log.error(
        { err: error, txId: callback.txId, callbackId: callback.id },
        'a callback could not be applied',
      )
    if (refusalOf(error).code === 'UNAVAILABLE') return false
    await recordFailure(machine, callback, actor, error).catch((also: unknown) =>
      log.error({ err: also, callbackId: callback.id }, 'a failed callback could not be written down'),
    )
    return false
  }
}

/** What comes in the wrong order fits once the one before it has come. */
async function retryOthers(
  machine: Machine,
  { merchantId, txId, id }: StoredCallback,
  queue: Queue,
): Promise<void> {
  for (const other of await failedCallbacks(machine.parts.kit.db, merchantId, txId))
    if (other.id !== id && isReturn(other)) await applyOrKeep(machine, other, queue)
}

const atOnce: Queue = (body) => body()

export async function applyStored(
  machine: Machine,
  callback: StoredCallback,
  queue: Queue = atOnce,
): Promise<void> {
  const isApplied = await applyOrKeep(machine, callback, queue)
  if (isApplied && isReturn(callback)) await retryOthers(machine, callback, queue)
}

/** Messages that were stored and left, that failed before, or that waited for their payment to be decided. */
export async function applyDueCallbacks(machine: Machine, now: Date, leaving?: AbortSignal): Promise<number> {
  const due = await dueCallbacks(machine.parts.kit.db, now)
  for (const callback of due) {
    if (leaving?.aborted) break
    await applyStored(machine, callback)
  }
  return due.length
}

/** Somebody wants it tried again now; why it still cannot be is what they are told. */
export async function applyByHand(
  machine: Machine,
  unit: UnitOfWork,
  subject: Transaction,
  message: { readonly actor: string; readonly psp: string; readonly reading: PackedReading },
): Promise<CallbackOutcome> {
  const { actor, psp, reading } = message
  try {
    const { outcome } = await understand(machine, unit, subject, { psp, reading, by: actor })
    if (outcome !== 'PARKED') return outcome
  } catch (error) {
    if (error instanceof NotBookable) throw new Refusal('INVALID_STATE', { message: error.message })
    throw error
  }
  throw new Refusal('INVALID_STATE', {
    message: isWorkedOn(subject) ? atWork : notDecided,
  })
}
