import type { Money } from '@signalbox/model/money/money'
import type { CallbackOutcome } from '@signalbox/model/payments/tx-event'
import { parseTxRefId } from '@signalbox/model/payments/tx-ref-id'
import { Refusal } from '@signalbox/model/refusal'
import type { AuditActor } from '../../kit/audit.ts'
import type { Turnstile } from '../../kit/turnstile.ts'
import { perform, type UnitOfWork } from '../../kit/unit-of-work.ts'
import type { CallbackReading, CallbackReply, RawCallback } from '../connectors/connector.ts'
import { openCase } from '../cases/cases.ts'
import type { Payment } from '../state/payment.ts'
import {
  insertCallback,
  parkedBefore,
  parkedCallbacks,
  setCallbackOutcome,
  type CallbackRow,
} from '../transactions/callback-store.ts'
import { findTransaction, lockTransaction } from '../transactions/transaction-store.ts'
import type { Transaction } from '../transactions/transaction.ts'
import type { Machine } from './machine.ts'
import { reportedChild } from './reported-child.ts'
import { applyReport, ignored, type LateReport } from './report.ts'
import { readPspAccount } from './settings.ts'
import type { Next } from './step.ts'
import type { World } from './world.ts'

type Read = Extract<CallbackReading, { kind: 'read' }>

const platform = 1000

const pspActor = (psp: string, ip: string): AuditActor => ({
  type: 'PSP',
  id: psp,
  name: psp,
  ip,
  userAgent: null,
  sessionRef: null,
  operationId: null,
})

/** What a reading is stored as, and read back from when it was parked or nobody was known by it. */
const packReading = ({ amount, redactedBody: _body, reply: _reply, ...reading }: Read) => ({
  ...reading,
  amount: amount && [String(amount.minor), amount.currency],
})

export type PackedReading = Readonly<Record<string, unknown>>

export function reportedAmount({ amount }: PackedReading): Money | null {
  const packed = amount as readonly [string, string] | null | undefined
  return packed ? { minor: BigInt(packed[0]), currency: packed[1] } : null
}

function reportOf(reading: PackedReading): LateReport {
  const amount = reportedAmount(reading)
  const statusNo = Number(reading.statusNo)
  return {
    statusNo,
    pspRefId: (reading.pspRefId as string) || null,
    pspCode: (reading.pspCode as string) || null,
    pspMessage: (reading.pspMessage as string) || null,
    amount,
    captured: statusNo !== 3,
    payer: reading.payer as LateReport['payer'],
  }
}

const aboutPayment = new Set(['payment', 'capture', 'void', 'refund'])

/**
 * Whether somebody is at this payment right now. What the PSP says then waits: its answer has to be stored first, and
 * nobody who works on a payment wants it changed under their hands.
 */
const isWorkedOn = ({ stepState: { pending, pspApproved } }: Transaction): boolean =>
  pending !== undefined && !pspApproved

export interface IncomingCallback {
  readonly psp: string
  readonly account: string
  readonly raw: RawCallback
  readonly ip: string
  /** A PSP that tells of everything at once must not take all connections to the database. */
  readonly turnstile: Turnstile
}

/** The transaction a reference means, as far as the PSP fits. */
async function subjectOf(machine: Machine, psp: string, reference: string): Promise<Transaction | undefined> {
  const key = parseTxRefId(reference)
  const row = key && (await findTransaction(machine.parts.kit.db, key.merchantId, key.txId))
  return row && wasAsked(row, psp) ? row : undefined
}

const rowOf = (
  unit: UnitOfWork,
  incoming: IncomingCallback,
  reading: CallbackReading,
): Omit<CallbackRow, 'merchantId' | 'txId' | 'outcome' | 'note'> => ({
  id: unit.newId(),
  psp: incoming.psp,
  pspAccount: incoming.account,
  dedupeKey: reading.kind === 'read' ? reading.eventId : `rejected ${unit.newId()}`,
  receivedAt: unit.now,
  sourceIp: incoming.ip,
  signatureOk: reading.kind === 'read',
  reading: reading.kind === 'read' ? packReading(reading) : { reason: reading.reason },
  body: reading.redactedBody.slice(0, 64 * 1024),
})

async function performFor<T>(
  machine: Machine,
  { psp, ip, turnstile }: IncomingCallback,
  body: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const { value } = await turnstile.pass(() => perform(machine.parts.kit, pspActor(psp, ip), body))
  return value
}

/** Nobody we know: kept with whoever's secret it was signed with, and somebody looks at it. */
async function keepUnknown(
  machine: Machine,
  incoming: IncomingCallback,
  reading: Read,
  merchantId: number,
): Promise<void> {
  await performFor(machine, incoming, async (unit) => {
    const row = rowOf(unit, incoming, reading)
    const isNew = await insertCallback(unit.tx, {
      ...row,
      merchantId,
      txId: null,
      outcome: 'UNKNOWN',
      note: `No payment ${reading.reference}`,
    })
    if (!isNew) return
    await openCase(unit, {
      merchantId,
      txId: null,
      callbackId: row.id,
      type: 'UNKNOWN_CALLBACK',
      severity: 'MEDIUM',
      cause: `${incoming.psp} reports on ${reading.reference}, which nobody knows`,
    })
  })
}

async function keepRejected(
  machine: Machine,
  incoming: IncomingCallback,
  reading: Extract<CallbackReading, { kind: 'rejected' }>,
  subject: Transaction | undefined,
): Promise<void> {
  await performFor(machine, incoming, (unit) =>
    insertCallback(unit.tx, {
      ...rowOf(unit, incoming, reading),
      merchantId: subject?.merchantId ?? platform,
      txId: subject?.id ?? null,
      outcome: 'REJECTED',
      note: reading.reason,
    }),
  )
}

/** Takes an event in once, and does what it says, or leaves that to whoever is asking the PSP at this moment. */
async function takeIn(
  machine: Machine,
  incoming: IncomingCallback,
  reading: Read,
  subject: Transaction,
): Promise<void> {
  const value = await performFor(machine, incoming, async (unit) => {
    const locked = await lockTransaction(unit.tx, subject.merchantId, subject.id)
    const parked = locked !== undefined && isWorkedOn(locked) && aboutPayment.has(reading.subject)
    const row = rowOf(unit, incoming, reading)
    const isNew = await insertCallback(unit.tx, {
      ...row,
      merchantId: subject.merchantId,
      txId: subject.id,
      outcome: parked ? 'PARKED' : 'APPLIED',
      note: null,
    })
    if (!isNew || parked) return undefined
    if (!aboutPayment.has(reading.subject)) return reportedChild(machine, unit, subject, reading)
    const news = { applied: true }
    const changed = await machine.changeIn(unit, subject, incoming.psp, async (payment, world) => {
      const applied = await applyReport(payment, world, reportOf(packReading(reading)))
      news.applied = applied !== ignored
      if (applied === ignored) return undefined
      payment.note('CALLBACK', `${incoming.psp}: ${reading.pspCode} ${reading.pspMessage}`.trim())
      return applied
    })
    if (!news.applied) await setCallbackOutcome(unit.tx, subject.merchantId, row.id, 'IGNORED_DUPLICATE')
    return changed
  })
  if (value) await machine.drive(value)
}

/** Whether a PSP could have been talking about this payment at all. */
export const wasAsked = ({ psp, stepState }: Transaction, by: string): boolean =>
  psp === by || (stepState.tried?.some((each) => each.startsWith(`${by}/`)) ?? false)

/** A message nobody could place is about this payment after all: it does what it would have done when it came. */
export async function applyByHand(
  machine: Machine,
  unit: UnitOfWork,
  subject: Transaction,
  { actor, psp, reading }: { readonly actor: string; readonly psp: string; readonly reading: PackedReading },
): Promise<CallbackOutcome> {
  if (isWorkedOn(subject))
    throw new Refusal('INVALID_STATE', { message: 'The platform is at work on it; try again in a moment.' })
  const { subject: about, pspCode, pspMessage, pspRefId } = reading as Readonly<Record<string, string>>
  if (!aboutPayment.has(about ?? '')) {
    const report = { pspMessage: pspMessage ?? '', pspRefId: pspRefId ?? '' }
    const amount = reportedAmount(reading)
    await reportedChild(machine, unit, subject, { ...report, amount, subject: about as Read['subject'] })
    return 'APPLIED'
  }
  const news = { applied: false }
  await machine.changeLater(unit, subject, actor, async (payment, world) => {
    const applied = await applyReport(payment, world, reportOf(reading))
    if (applied === ignored) return undefined
    news.applied = true
    payment.note('CALLBACK', `${psp}: ${pspCode ?? ''} ${pspMessage ?? ''}, attached by ${actor}`)
    return applied
  })
  return news.applied ? 'APPLIED' : 'IGNORED_DUPLICATE'
}

/** Our reference as the body has it, before anybody vouched for it: it only says whose secret to check with. */
const claimedReference = (body: string): string => /\b\d{4,9}A\d{10,16}\b/.exec(body)?.[0] ?? ''

/** One message of a PSP, from its bytes to what it changes. The reply is what the PSP takes as "received". */
export async function receiveCallback(
  machine: Machine,
  incoming: IncomingCallback,
): Promise<CallbackReply | undefined> {
  const connector = machine.parts.outside.connectorFor(incoming.psp)
  if (!connector) return undefined
  const reference = claimedReference(incoming.raw.body)
  const claimed = await subjectOf(machine, incoming.psp, reference)
  const owner = await ownerOf(machine, incoming, parseTxRefId(reference)?.merchantId)
  if (!owner) return undefined
  const reading = connector.readCallback(incoming.raw, owner.config)
  if (reading.kind === 'rejected') {
    await keepRejected(machine, incoming, reading, claimed)
    return reading.reply
  }
  const subject = await subjectOf(machine, incoming.psp, reading.reference)
  if (subject) await takeIn(machine, incoming, reading, subject)
  else await keepUnknown(machine, incoming, reading, owner.merchantId)
  return reading.reply
}

/** Whose account is meant: that of the merchant the message names, else of the first who has one by that name. */
async function ownerOf(machine: Machine, { psp, account }: IncomingCallback, named: number | undefined) {
  const accountOf = async (merchantId: number) => {
    const config = await readPspAccount(machine.parts.kit.db, machine.parts, merchantId, psp, account)
    return config && { merchantId, config }
  }
  const meant = named === undefined ? undefined : await accountOf(named)
  if (meant) return meant
  for (const merchantId of await machine.parts.configuredMerchants(psp)) {
    const found = await accountOf(merchantId)
    if (found) return found
  }
  return undefined
}

/** Parked messages of payments nobody works on any more: what they mean is found out now. */
export async function applyLeftParked(
  machine: Machine,
  before: Date,
  leaving?: AbortSignal,
): Promise<number> {
  const left = await parkedBefore(machine.parts.kit.db, before)
  for (const { merchantId, txId, psp } of left) {
    if (leaving?.aborted) break
    await machine.change({ merchantId, id: txId }, pspActor(psp, ''), (payment, world, unit) =>
      payment.state.pending ? undefined : applyParked(unit, payment, world),
    )
  }
  return left.length
}

/** What the PSP said while it was being asked, now that its answer is known. */
export async function applyParked(
  unit: UnitOfWork,
  payment: Payment,
  world: World,
): Promise<Next | undefined> {
  const { merchantId, id } = payment.tx
  for (const { id: callbackId, reading } of await parkedCallbacks(unit.tx, merchantId, id)) {
    const applied = payment.state.pending ? ignored : await applyReport(payment, world, reportOf(reading))
    await setCallbackOutcome(
      unit.tx,
      merchantId,
      callbackId,
      applied === ignored ? 'IGNORED_DUPLICATE' : 'APPLIED',
    )
    if (applied !== ignored) return applied
  }
  return undefined
}
