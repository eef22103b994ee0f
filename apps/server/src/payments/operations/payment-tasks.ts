import * as z from 'zod/mini'
import type { Schema } from '@signalbox/model/endpoint'
import { roles, type Role } from '@signalbox/model/roles'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { systemActor } from '../../kit/audit.ts'
import { queueTask, type QueueTask } from '../../kit/jobs/queue-task.ts'
import { applyDueCallbacks, retryFailed } from '../flow/apply-callback.ts'
import { askPsp } from '../flow/ask-psp.ts'
import { screenLate } from '../flow/late-screening.ts'
import { driveTask, type Machine } from '../flow/machine.ts'
import { readPspAccount } from '../flow/settings.ts'
import { callbacksTask, failedCallbacksTask } from '../flow/wake-callbacks.ts'
import { Payment } from '../state/payment.ts'
import { screenTask } from '../state/screen-task.ts'
import { findTransaction } from '../transactions/transaction-store.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { cancelAtPsp, cancelTask } from './cancel.ts'
import { reprocess } from './repairs.ts'
import type { Target } from './reprocess-target.ts'

export const askTask = 'ask-psp'
export const reprocessTask = 'reprocess-payment'

const keyShape = { merchantId: z.int(), id: z.int() }
const keySchema = z.object(keyShape) as unknown as Schema<{ merchantId: number; id: number }>
const askedSchema = z.object({
  ...keyShape,
  info: z.string(),
  operator: z.object({ id: z.string(), name: z.string(), roles: z.array(z.enum(roles)) }),
  target: z.optional(z.object({ psp: z.string(), pspAccount: z.string() })),
}) as unknown as Schema<{
  merchantId: number
  id: number
  info: string
  operator: { id: string; name: string; roles: Role[] }
  target?: Target | undefined
}>

/** Only a PSP that has never heard of a payment makes a second try safe. */
async function isUnknownToPsp(machine: Machine, row: Transaction): Promise<boolean> {
  const { kit, outside } = machine.parts
  const connector = outside.connectorFor(row.psp ?? '')
  const account = await readPspAccount(
    kit.db,
    machine.parts,
    row.merchantId,
    row.psp ?? '',
    row.pspAccount ?? '',
  )
  if (!connector || !account) return false
  const payment = new Payment(structuredClone(row), { now: kit.now() })
  const reference = txRefId(row.merchantId, row.id)
  const outcome = await connector.query({
    account,
    reference,
    idempotencyKey: `${reference}-${row.attemptCount}`,
    direction: payment.direction,
    expectedAmount: payment.pspAmount,
  })
  return outcome.kind === 'notFound'
}

/** What people asked for and what has to speak with somebody outside, done after they have their answer. */
export const paymentTasks = (machine: Machine): QueueTask[] => [
  queueTask(driveTask, keySchema, async (key) => {
    await machine.pickUp(key)
  }),
  queueTask(callbacksTask, z.object({}) as unknown as Schema<object>, async () => {
    await applyDueCallbacks(machine, machine.parts.kit.now())
  }),
  queueTask(failedCallbacksTask, keySchema, (key) => retryFailed(machine, key)),
  queueTask(screenTask, keySchema, (key) => screenLate(machine, key)),
  queueTask(askTask, keySchema, async ({ merchantId, id }) => {
    // What should have gone on by itself goes on first; what somebody is at is left to them.
    await machine.pickUp({ merchantId, id })
    const row = await findTransaction(machine.parts.kit.db, merchantId, id)
    if (row) await askPsp(machine, row)
  }),
  queueTask(reprocessTask, askedSchema, async ({ merchantId, id, operator, info, target }) => {
    const row = await findTransaction(machine.parts.kit.db, merchantId, id)
    if (!row) return
    if (!(await isUnknownToPsp(machine, row))) {
      await askPsp(machine, row)
      return
    }
    await machine.change(row, { ...systemActor, name: operator.name }, reprocess(operator, { info }, target))
  }),
  queueTask(cancelTask, askedSchema, async ({ merchantId, id, operator, info }) => {
    const row = await findTransaction(machine.parts.kit.db, merchantId, id)
    if (row) await cancelAtPsp(machine, row, { operator, info })
  }),
]
