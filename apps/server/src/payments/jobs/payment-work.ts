import type { Logger } from 'pino'
import type { DeclinePlace } from '@signalbox/model/payments/decline-stage'
import { statusCodeOf, isInState, refusedStates } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { systemActor } from '../../kit/audit.ts'
import { approveByClock } from '../approvals/approvals.ts'
import { askPsp } from '../core/flow/ask-psp.ts'
import { applyDueCallbacks } from '../core/flow/apply-callback.ts'
import { applyLeftDeferred } from '../core/flow/callbacks.ts'
import { decline } from '../core/flow/decline.ts'
import type { Change, Machine } from '../core/flow/machine.ts'
import { dueBy, findTransaction, leftBehind, type TxKey } from '../core/record/transaction-store.ts'

export const batch = 200
const atOnce = 8

/** Aborted when this server is about to stop. What it has not begun is left to the next one. */
type Leaving = AbortSignal | undefined

/** A few at a time, and one that fails does not keep the others from it. Says how many were taken up. */
export async function forEach(
  keys: readonly TxKey[],
  { log, leaving }: { readonly log: Logger; readonly leaving: Leaving },
  body: (key: TxKey) => Promise<unknown>,
): Promise<number> {
  let begun = 0
  const next = (): TxKey | undefined => (leaving?.aborted ? undefined : keys[begun++])
  const work = async (): Promise<void> => {
    for (let key = next(); key; key = next()) {
      try {
        await body(key)
      } catch (error) {
        log.error({ err: error, txId: key.id }, 'work on a payment failed')
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, keys.length) }, work))
  return Math.min(begun, keys.length)
}

/** Payments whose runner is gone, and tries that are due. */
export async function sweep(machine: Machine, leaving?: AbortSignal): Promise<number> {
  const { db, now, log } = machine.deps.kit
  return forEach(await leftBehind(db, now(), batch), { log, leaving }, (key) => machine.pickUp(key))
}

/** Who let a payment expire, where it was not the user. */
const awaited: Readonly<Record<number, DeclinePlace>> = {
  [StatusNo.WAITING_NOTIFICATION]: 'D15',
  [StatusNo.WAITING_WITHDRAWAL_CONFIRMATION]: 'D15',
  [StatusNo.WAITING_KYC_VERIFICATION]: 'D5',
  ...Object.fromEntries(
    [
      StatusNo.WAITING_DEPOSIT_APPROVAL,
      StatusNo.WAITING_WITHDRAWAL_APPROVAL,
      StatusNo.WAITING_DEPOSIT_ON_HOLD_APPROVAL,
      StatusNo.WAITING_WITHDRAWAL_ON_HOLD_APPROVAL,
      StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL,
    ].map((no) => [no, 'PERSON']),
  ),
}

const expire: Change = (payment) => {
  const { tx } = payment
  const due = tx.expiresAt !== null && Date.parse(tx.expiresAt) <= payment.now.getTime()
  if (!due || payment.state.pending) return undefined
  if (!['REGISTERED', 'WAITING_INPUT', 'WAITING_APPROVAL'].includes(payment.status)) return undefined
  payment.note('EXPIRED', 'Not completed in time')
  const info = `Not finished in time. ${statusCodeOf(tx.statusNo)?.text ?? ''}`
  return decline(
    payment,
    tx.statusNo === StatusNo.WAITING_3D_SECURE
      ? StatusNo.ERR_DECLINED_3D_EXPIRED
      : StatusNo.ERR_DECLINED_EXPIRED,
    { at: awaited[tx.statusNo] ?? 'EXPIRY', info },
  )
}

/** What nobody finished in time ends. The PSP is asked once more: it may know something we were not told. */
export async function expireDue(machine: Machine, leaving?: AbortSignal): Promise<number> {
  const { db, now, log } = machine.deps.kit
  return forEach(await dueBy(db, 'expiresAt', now(), batch), { log, leaving }, async (key) => {
    const row = await findTransaction(db, key.merchantId, key.id)
    if (
      row &&
      row.attemptCount > 0 &&
      row.nextStep === null &&
      !isInState(row.statusNo, 'WAITING_APPROVAL', 'INCONSISTENT', ...refusedStates)
    )
      await askPsp(machine, row)
    await machine.change(key, systemActor, expire)
  })
}

export async function approveDue(machine: Machine, leaving?: AbortSignal): Promise<number> {
  const { db, now, log } = machine.deps.kit
  return forEach(await dueBy(db, 'approvalDueAt', now(), batch), { log, leaving }, (key) =>
    machine.change(key, systemActor, approveByClock),
  )
}

/** Messages of PSPs that came while somebody worked on the payment, or that could not be applied when they came. */
export const applyWaitingCallbacks = async (machine: Machine, leaving?: AbortSignal): Promise<number> => {
  const now = machine.deps.kit.now()
  const left = new Date(now.getTime() - machine.deps.timings.leaseMs)
  const deferred = await applyLeftDeferred(machine, left, leaving)
  return deferred + (await applyDueCallbacks(machine, now, leaving))
}

/** Asks PSPs about payments that are open or not understood. */
export async function pollDue(machine: Machine, leaving?: AbortSignal): Promise<number> {
  const { db, now, log } = machine.deps.kit
  return forEach(await dueBy(db, 'pollAt', now(), batch), { log, leaving }, async (key) => {
    const row = await findTransaction(db, key.merchantId, key.id)
    if (row) await askPsp(machine, row)
  })
}
