import type { AuditActor } from '../../../kit/audit.ts'
import { refusalOf } from '../../../kit/error-reply.ts'
import type { Tx } from '../../../kit/database.ts'
import { perform, type UnitOfWork } from '../../../kit/unit-of-work.ts'
import { closeCase } from '../cases/cases.ts'
import {
  dueCallbacks,
  failedCallbacks,
  lockUnfinished,
  setCallbackOutcome,
  setCallbackProgress,
  wasToldBefore,
  type StoredCallback,
} from '../record/callback-store.ts'
import type { Transaction } from '../record/transaction.ts'
import { lockTransaction, type TxKey } from '../record/transaction-store.ts'
import { recordFailure } from './callback-failure.ts'
import type { Machine } from './machine.ts'
import { NotBookable } from './not-bookable.ts'
import { returnOf } from './packed-reading.ts'
import { originIdOf } from './report-reading.ts'
import { isRetold } from './reported-child.ts'
import { isReturn, understand, type Understood } from './understand-callback.ts'

export const pspActor = (psp: string, ip: string): AuditActor => ({
  type: 'PSP',
  id: psp,
  name: psp,
  ip,
  userAgent: null,
  sessionRef: null,
  operationId: null,
})

const minuteMs = 60_000
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
  const note = retryAt ? 'Waiting until the payment is decided' : null
  await setCallbackProgress(unit.tx, callback, { outcome, note, tries: callback.tries, retryAt })
}

/** Where transactions queue while PSPs tell of everything at once; what is asked outside afterwards holds nobody up. */
export type Queue = <T>(body: () => Promise<T>) => Promise<T>

/**
 * The transaction a message is about. What went back of a capture went back of its payment, and is booked together with
 * other messages about that: whoever books holds the payment before any message, so that nobody waits in a circle.
 */
async function holdSubject(tx: Tx, callback: StoredCallback): Promise<Transaction | undefined> {
  const { merchantId, txId } = callback
  const subject = await lockTransaction(tx, merchantId, txId)
  if (subject && isReturn(callback) && originIdOf(subject) !== txId)
    await lockTransaction(tx, merchantId, originIdOf(subject))
  return subject
}

/** Once, in one transaction. Whether it has been dealt with by now. */
async function applyOnce(
  machine: Machine,
  callback: StoredCallback,
  actor: AuditActor,
  queue: Queue,
): Promise<boolean> {
  const { value } = await queue(() =>
    perform(machine.deps.kit, actor, async (unit) => {
      const subject = await holdSubject(unit.tx, callback)
      const current = await lockUnfinished(unit.tx, callback)
      if (!subject || !current) return undefined
      await refuseEcho(unit.tx, subject, current)
      const understood = await understand(machine, unit, subject, callback)
      await finish(unit, current, understood, actor.name)
      return understood
    }),
  )
  if (value?.driven) await machine.drive(value.driven)
  return value?.outcome === 'APPLIED'
}

/**
 * One loss that was told twice did not fit the second time, and does not because there is room by now: the dispute was
 * won, or what it depended on was refused. Somebody decides about it.
 */
async function refuseEcho(tx: Tx, subject: Transaction, callback: StoredCallback): Promise<void> {
  if (callback.outcome !== 'FAILED' || !isReturn(callback)) return
  // Where the PSP says itself that it is the same there is nothing to decide.
  if (await isRetold(tx, subject, callback.psp, returnOf(callback.reading))) return
  if (await wasToldBefore(tx, callback.txId, callback))
    throw new NotBookable('The same report is already booked.')
}

/**
 * Does what a stored message says. Whatever goes wrong, the message stays: what cannot be booked becomes a case, and when
 * not even that can be written down a job finds the message as it was stored.
 */
async function applyOrKeep(machine: Machine, callback: StoredCallback, queue: Queue): Promise<boolean> {
  const actor = pspActor(callback.psp, callback.sourceIp ?? '')
  try {
    return await applyOnce(machine, callback, actor, queue)
  } catch (error) {
    const waitsFromNowOn = await keepFailed(machine, callback, actor, error)
    return waitsFromNowOn && isReturn(callback) && lookAgain(machine, callback, actor, queue)
  }
}

/** Whether others find the message waiting from now on. */
async function keepFailed(
  machine: Machine,
  callback: StoredCallback,
  actor: AuditActor,
  error: unknown,
): Promise<boolean> {
  const { log } = machine.deps.kit
  if (!(error instanceof NotBookable))
    log.error({ err: error, txId: callback.txId, callbackId: callback.id }, 'a callback could not be applied')
  if (refusalOf(error).code === 'UNAVAILABLE') return false
  return recordFailure(machine, callback, actor, error).catch((also: unknown) => {
    log.error({ err: also, callbackId: callback.id }, 'a failed callback could not be written down')
    return false
  })
}

/**
 * Between not fitting and being known to wait, others may have been booked that make room, and could not know of this
 * one. Whoever comes later finds it. What still does not fit has its case and its next try already.
 */
async function lookAgain(
  machine: Machine,
  callback: StoredCallback,
  actor: AuditActor,
  queue: Queue,
): Promise<boolean> {
  try {
    return await applyOnce(machine, callback, actor, queue)
  } catch (error) {
    if (!(error instanceof NotBookable)) await keepFailed(machine, callback, actor, error)
    return false
  }
}

const atOnce: Queue = (body) => body()

/** A payment has changed: what went back of it and could not be booked may fit now, and make room for others. */
export async function retryFailed(machine: Machine, payment: TxKey, queue: Queue = atOnce): Promise<void> {
  let isBooked = true
  while (isBooked) {
    isBooked = false
    for (const callback of await failedCallbacks(machine.deps.kit.db, payment))
      if (isReturn(callback) && (await applyOrKeep(machine, callback, queue))) isBooked = true
  }
}

export async function applyStored(
  machine: Machine,
  callback: StoredCallback,
  queue: Queue = atOnce,
): Promise<void> {
  const isApplied = await applyOrKeep(machine, callback, queue)
  const { merchantId, txId: id } = callback
  if (isApplied && isReturn(callback)) await retryFailed(machine, { merchantId, id }, queue)
}

/** Messages that were stored and left, that failed before, or that waited for their payment to be decided. */
export async function applyDueCallbacks(machine: Machine, now: Date, leaving?: AbortSignal): Promise<number> {
  const due = await dueCallbacks(machine.deps.kit.db, now)
  for (const callback of due) {
    if (leaving?.aborted) break
    await applyStored(machine, callback)
  }
  return due.length
}
