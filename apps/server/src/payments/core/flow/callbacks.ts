import { createHash } from 'node:crypto'
import { parseTxRefId } from '@signalbox/model/payments/tx-ref-id'
import type { Semaphore } from '../../../kit/semaphore.ts'
import { perform, type UnitOfWork } from '../../../kit/unit-of-work.ts'
import type { CallbackReading, CallbackReply, Connector, RawCallback } from '../../connectors/connector.ts'
import { openCase } from '../cases/cases.ts'
import type { Payment } from '../state/payment.ts'
import {
  insertCallback,
  deferredBefore,
  deferredCallbacks,
  setCallbackOutcome,
  type CallbackRow,
} from '../record/callback-store.ts'
import { keepSomeRejected } from '../record/rejected-callback-store.ts'
import { findTransaction } from '../record/transaction-store.ts'
import type { Transaction } from '../record/transaction.ts'
import type { Machine } from './machine.ts'
import { applyStored, pspActor } from './apply-callback.ts'
import { openCallbackCase, refuseCallback } from './callback-failure.ts'
import { packReading, reportOf, type Read } from './packed-reading.ts'
import { applyReport, contradictionOf, ignored } from './report.ts'
import { readPspAccount } from './settings.ts'
import type { Next } from './step.ts'
import { isReturn } from './understand-callback.ts'
import type { StepContext } from './step-context.ts'

const platform = 1000

export interface IncomingCallback {
  readonly psp: string
  readonly account: string
  readonly raw: RawCallback
  readonly ip: string
  /** A PSP that tells of everything at once must not take all connections to the database. */
  readonly semaphore: Semaphore
}

/** The transaction a reference means, as far as the PSP fits. */
async function subjectOf(machine: Machine, psp: string, reference: string): Promise<Transaction | undefined> {
  const key = parseTxRefId(reference)
  const row = key && (await findTransaction(machine.deps.kit.db, key.merchantId, key.txId))
  return row && wasAsked(row, psp) ? row : undefined
}

/** The PSP's own id of the event; what has none is known by its bytes, and a forgery by nothing. */
function dedupeKeyOf(unit: UnitOfWork, { raw }: IncomingCallback, reading: CallbackReading): string {
  if (reading.kind === 'read') return reading.eventId
  return reading.kind === 'rejected'
    ? `rejected ${unit.newId()}`
    : `unreadable ${createHash('sha256').update(raw.body).digest('hex')}`
}

const reasonOf = (reading: Exclude<CallbackReading, Read>): string =>
  reading.kind === 'rejected' ? reading.reason : 'unparseable'

const rowOf = (
  { deps: { box } }: Machine,
  unit: UnitOfWork,
  incoming: IncomingCallback,
  reading: CallbackReading,
): Omit<CallbackRow, 'merchantId' | 'txId' | 'outcome' | 'note'> => ({
  id: unit.newId(),
  psp: incoming.psp,
  pspAccount: incoming.account,
  dedupeKey: dedupeKeyOf(unit, incoming, reading),
  receivedAt: unit.now,
  sourceIp: incoming.ip,
  signatureOk: reading.kind !== 'rejected',
  reading: reading.kind === 'read' ? packReading(box, reading) : { reason: reasonOf(reading) },
  body: reading.redactedBody.slice(0, 64 * 1024),
})

async function performFor<T>(
  machine: Machine,
  { psp, ip, semaphore }: IncomingCallback,
  body: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  const { value } = await semaphore.run(() => perform(machine.deps.kit, pspActor(psp, ip), body))
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
    const row = rowOf(machine, unit, incoming, reading)
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
      cause: `${incoming.psp} reports on ${reading.reference}, which does not exist here`,
    })
  })
}

/** Signed, so it is meant for us, and nobody can say what it means: somebody asks the PSP. */
async function keepUnreadable(
  machine: Machine,
  incoming: IncomingCallback,
  reading: Extract<CallbackReading, { kind: 'unreadable' }>,
  { subject, owner }: { readonly subject: Transaction | undefined; readonly owner: number },
): Promise<void> {
  await performFor(machine, incoming, async (unit) => {
    const about = { merchantId: subject?.merchantId ?? owner, txId: subject?.id ?? null }
    const row = rowOf(machine, unit, incoming, reading)
    const note = `${incoming.psp} sent a signed message that cannot be read`
    if (!(await insertCallback(unit.tx, { ...row, ...about, outcome: 'REFUSED', note }))) return
    const baseMinor = subject?.amountBaseMinor ?? null
    await openCallbackCase(unit, { ...about, callbackId: row.id }, { cause: note, baseMinor })
  })
}

async function keepRejected(
  machine: Machine,
  incoming: IncomingCallback,
  reading: Extract<CallbackReading, { kind: 'rejected' }>,
  subject: Transaction | undefined,
): Promise<void> {
  await performFor(machine, incoming, (unit) =>
    keepSomeRejected(unit.tx, {
      ...rowOf(machine, unit, incoming, reading),
      merchantId: subject?.merchantId ?? platform,
      txId: subject?.id ?? null,
      note: reading.reason,
    }),
  )
}

/** Takes an event in once: on disk before anybody asks what it means, whatever that turns out to be. */
async function takeIn(
  machine: Machine,
  incoming: IncomingCallback,
  reading: Read,
  subject: Transaction,
): Promise<void> {
  const { leaseMs } = machine.deps.timings
  const stored = await performFor(machine, incoming, async (unit) => {
    const row = rowOf(machine, unit, incoming, reading)
    const callback = { ...row, merchantId: subject.merchantId, txId: subject.id, note: null } as const
    const retryAt = new Date(unit.now.getTime() + leaseMs)
    const isNew = await insertCallback(unit.tx, { ...callback, outcome: 'RECEIVED', retryAt })
    return isNew ? { ...callback, outcome: 'RECEIVED' as const, tries: 0 } : undefined
  })
  machine.deps.failpoint('after callback')
  if (stored) await applyStored(machine, stored, (body) => incoming.semaphore.run(body))
}

/** Whether a PSP could have been talking about this payment at all. */
export const wasAsked = ({ psp, stepState }: Transaction, by: string): boolean =>
  psp === by || (stepState.tried?.some((each) => each.startsWith(`${by}/`)) ?? false)

/** Our reference as the body has it, before anybody vouched for it: it only says whose secret to check with. */
const claimedReference = (body: string): string => /\b\d{4,9}A\d{10,16}\b/.exec(body)?.[0] ?? ''

/** Decided when it comes, by what its PSP is known to do: a message keeps its meaning whatever connectors become. */
function markUnnamed({ traits }: Connector, reading: CallbackReading): CallbackReading | Read {
  const isNamed = reading.kind !== 'read' || reading.returnId !== null || !isReturn({ reading })
  return isNamed || !traits.namesReturns ? reading : { ...reading, isUnnamed: true }
}

/** One message of a PSP, from its bytes to what it changes. The reply is what the PSP takes as "received". */
export async function receiveCallback(
  machine: Machine,
  incoming: IncomingCallback,
): Promise<CallbackReply | undefined> {
  const reference = claimedReference(incoming.raw.body)
  const claimed = await subjectOf(machine, incoming.psp, reference)
  const owner = await ownerOf(machine, incoming, parseTxRefId(reference)?.merchantId)
  const connector = owner && machine.deps.services.connectorFor(owner.config.connector)
  if (!connector) return undefined
  const reading = markUnnamed(connector, connector.readCallback(incoming.raw, owner.config))
  if (reading.kind === 'rejected') {
    await keepRejected(machine, incoming, reading, claimed)
    return reading.reply
  }
  if (reading.kind === 'unreadable') {
    await keepUnreadable(machine, incoming, reading, { subject: claimed, owner: owner.merchantId })
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
    const config = await readPspAccount(machine.deps.kit.db, machine.deps, merchantId, psp, account)
    return config && { merchantId, config }
  }
  const meant = named === undefined ? undefined : await accountOf(named)
  if (meant) return meant
  for (const merchantId of await machine.deps.configuredMerchants(psp)) {
    const found = await accountOf(merchantId)
    if (found) return found
  }
  return undefined
}

/** Deferred callbacks of payments nobody works on any more: what they mean is found out now. */
export async function applyLeftDeferred(
  machine: Machine,
  before: Date,
  leaving?: AbortSignal,
): Promise<number> {
  const left = await deferredBefore(machine.deps.kit.db, before)
  for (const { merchantId, txId, psp } of left) {
    if (leaving?.aborted) break
    await machine.change({ merchantId, id: txId }, pspActor(psp, ''), (payment, context, unit) =>
      payment.state.pending ? undefined : applyDeferredCallbacks(unit, payment, context),
    )
  }
  return left.length
}

/** What the PSP said while it was being asked, now that its answer is known. */
export async function applyDeferredCallbacks(
  unit: UnitOfWork,
  payment: Payment,
  context: StepContext,
): Promise<Next | undefined> {
  const { merchantId, id } = payment.tx
  // Another PSP is being asked already: what was said meanwhile goes on waiting, or its money would be nobody's.
  if (payment.state.pending && !payment.state.pspApproved) return undefined
  for (const { id: callbackId, psp, reading } of await deferredCallbacks(unit.tx, merchantId, id)) {
    const contradiction = contradictionOf(payment, reportOf(reading), psp)
    if (contradiction) {
      await refuseCallback(unit, payment.tx, callbackId, contradiction)
      continue
    }
    const report = { ...reportOf(reading), payer: context.payerOf(reading) }
    const applied = await applyReport(payment, context, report, psp)
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
