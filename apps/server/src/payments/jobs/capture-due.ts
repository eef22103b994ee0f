import { capturableMinor } from '@signalbox/model/payments/operation-subject'
import { Refusal } from '@signalbox/model/text/refusal'
import { systemActor } from '../../kit/audit.ts'
import { refusalOf } from '../../kit/error-reply.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { afterFailedCapture } from '../core/flow/capture-retry.ts'
import type { Change, Machine } from '../core/flow/machine.ts'
import { openPspSource } from '../core/flow/psp-contact.ts'
import { whyClosed } from '../core/flow/psp-reach.ts'
import { inOwnName, subjectOf } from '../core/operations/actor.ts'
import { beginChild } from '../core/operations/children.ts'
import { recordCaptureFailure } from '../core/state/change-origin.ts'
import {
  captureDueBy,
  findTransaction,
  lockTransaction,
  type TxKey,
} from '../core/record/transaction-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { batch, forEach } from './payment-work.ts'

const robot = inOwnName({ id: 'system', name: 'system', roles: ['MERCHANT_ADMIN'] })

/** What is refused before it begins is refused again: somebody has to look. Anything else may pass. */
async function couldNotBegin(machine: Machine, key: TxKey, error: unknown): Promise<void> {
  const { kit, timings } = machine.deps
  await perform(kit, systemActor, async (unit) => {
    const origin = await lockTransaction(unit.tx, key.merchantId, key.id)
    if (!origin || origin.captureDueAt === null || origin.capturingMinor > 0n) return
    // Where nothing is left there is nothing to be late with.
    const isLeft = capturableMinor(subjectOf(origin, unit.now)) > 0n
    const failure = { mayPass: !(error instanceof Refusal), info: refusalText(error) }
    const when = { now: unit.now, captureMs: timings.captureMs }
    await recordCaptureFailure(unit, origin, isLeft ? afterFailedCapture(origin, failure, when) : undefined)
  })
}

const refusalText = (error: unknown): string =>
  error instanceof Refusal ? error.message : 'Something failed on our side before it was sent.'

const lookAgainMs = 300_000

/** As an automatic approval does. */
const waitForOpening =
  (why: string): Change =>
  (payment) => {
    const { tx, now } = payment
    if (tx.captureDueAt === null) return undefined
    const info = `Waiting for the end of the maintenance: ${why}`
    if (!tx.info?.includes(info)) payment.addInfo(info)
    tx.captureDueAt = new Date(now.getTime() + lookAgainMs).toISOString()
    return undefined
  }

/** A reservation that has ended does not wait for anything any more. */
const isKept = ({ captureUntil }: Transaction, now: Date): boolean =>
  captureUntil === null || Date.parse(captureUntil) > now.getTime()

/** In a transaction of its own; `undefined` where it could not begin, which is written down. */
async function begin(machine: Machine, key: TxKey): Promise<Transaction | undefined> {
  const { kit } = machine.deps
  const row = await findTransaction(kit.db, key.merchantId, key.id)
  if (!row || row.captureDueAt === null) return undefined
  const closed = isKept(row, kit.now()) ? await whyClosed(openPspSource(machine), row) : undefined
  if (closed) {
    await machine.change(key, systemActor, waitForOpening(closed.info))
    return undefined
  }
  const name = row.stepState.captureAction === 'VOID' ? 'void' : 'capture'
  try {
    const { value } = await perform(kit, systemActor, (unit) =>
      beginChild(machine, unit, key, { name, operator: robot, input: {}, apiSource: 'BATCH' }),
    )
    return value.child
  } catch (error) {
    if (refusalOf(error).code === 'UNAVAILABLE') throw error
    if (!(error instanceof Refusal)) kit.log.error({ err: error, txId: key.id }, 'a capture could not begin')
    await couldNotBegin(machine, key, error)
    return undefined
  }
}

/** Takes reserved money, or gives it back, when its time has come. */
export async function captureDue(machine: Machine, leaving?: AbortSignal): Promise<number> {
  const { db, now, log } = machine.deps.kit
  return forEach(await captureDueBy(db, now(), batch), { log, leaving }, async (key) => {
    const child = await begin(machine, key)
    if (child) await machine.drive(child)
  })
}
