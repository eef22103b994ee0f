import * as z from 'zod/mini'
import { roles } from '@signalbox/model/access/roles'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { Refusal } from '@signalbox/model/text/refusal'
import { systemActor } from '../../kit/audit.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { queueTask, type QueueTask } from '../../kit/jobs/queue-task.ts'
import { applyDueCallbacks, retryFailed } from '../core/flow/apply-callback.ts'
import { askPsp } from '../core/flow/ask-psp.ts'
import { screenLate } from '../core/flow/late-screening.ts'
import { driveTask, type Machine } from '../core/flow/machine.ts'
import { pspContact } from '../core/flow/psp-contact.ts'
import { callbacksTask, failedCallbacksTask } from '../core/flow/wake-callbacks.ts'
import { outcomeText } from '../core/flow/refusal-text.ts'
import type { PspOutcome } from '../connectors/psp-outcome.ts'
import { Payment } from '../core/state/payment.ts'
import { screenTask } from '../core/state/screen-task.ts'
import { findTransaction } from '../core/record/transaction-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { cancelAtPsp, cancelTask } from './cancel.ts'
import { inOwnName, type Operator } from '../core/operations/actor.ts'
import { reprocessFailed } from './repeat.ts'
import { reprocess } from '../core/operations/repairs.ts'
import type { Target } from '../core/operations/reprocess-target.ts'

export const askTask = 'ask-psp'
export const reprocessTask = 'reprocess-payment'

const keyShape = { merchantId: z.int(), id: z.int() }
const keySchema = z.object(keyShape)
const askedSchema = z.object({
  ...keyShape,
  info: z.string(),
  operator: z.object({ id: z.string(), name: z.string(), roles: z.array(z.enum(roles)) }),
  target: z.optional(z.object({ psp: z.string(), pspAccount: z.string() })),
  // Jobs of earlier releases do not say it.
  reprocessCount: z.optional(z.int()),
})

interface RetryRequest {
  readonly operator: Operator
  readonly info: string
  readonly target?: Target | undefined
  readonly reprocessCount?: number | undefined
}

interface Unasked {
  readonly kind: 'unasked'
  readonly why: string
}

/** What the PSP says about a payment before it is tried again. */
async function queryPsp(machine: Machine, row: Transaction): Promise<PspOutcome | Unasked> {
  const contact = await pspContact(machine, row, 'QUERY')
  if (contact.why !== undefined) return { kind: 'unasked', why: contact.why }
  const payment = new Payment(structuredClone(row), { now: machine.deps.kit.now() })
  const reference = txRefId(row.merchantId, row.id)
  return contact.connector.query({
    account: contact.account,
    reference,
    idempotencyKey: `${reference}-${row.attemptCount}`,
    direction: payment.direction,
    expectedAmount: payment.pspAmount,
  })
}

/** Only a PSP that has never heard of a payment makes a second try safe. */
async function tryAgain(machine: Machine, row: Transaction, asked: RetryRequest): Promise<void> {
  const { operator, info, target } = asked
  const actor = { ...systemActor, name: operator.name }
  const outcome = await queryPsp(machine, row)
  if (outcome.kind === 'unasked')
    await machine.change(row, actor, (payment) => {
      payment.note('FORCE', `Not tried again: ${outcome.why}`)
      return undefined
    })
  else if (outcome.kind === 'notFound')
    await machine.change(row, actor, reprocess(operator, { info }, target))
  else await askPsp(machine, row)
}

/** A second one is made where the PSP says itself that the first did not happen and will not. */
async function makeAgain(machine: Machine, row: Transaction, asked: RetryRequest): Promise<void> {
  const { operator, info, target, reprocessCount } = asked
  if (reprocessCount !== undefined && reprocessCount !== row.reprocessCount) return
  const actor = { ...systemActor, name: operator.name }
  const outcome = await queryPsp(machine, row)
  const why = async (): Promise<string | undefined> => {
    if (outcome.kind === 'unasked') return outcome.why
    if (outcome.kind !== 'notFound' && outcome.kind !== 'declined')
      return `${row.psp} does not say that it failed (${outcomeText(outcome)})`
    try {
      await perform(machine.deps.kit, actor, (unit) =>
        reprocessFailed(machine, unit, row, { operator, input: { info }, target, reprocessCount }),
      )
      return undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.message
    }
  }
  const reason = await why()
  if (reason === undefined) return
  await machine.change(row, actor, (payment) => {
    payment.note('FORCE', `Not made again: ${reason}`)
    return undefined
  })
  // What it has done after all becomes a case.
  await askPsp(machine, row)
}

/** What people asked for and what has to speak with somebody outside, done after they have their answer. */
export const paymentTasks = (machine: Machine): QueueTask[] => [
  queueTask(driveTask, keySchema, async (key) => {
    await machine.pickUp(key)
  }),
  queueTask(callbacksTask, z.object({}), async () => {
    await applyDueCallbacks(machine, machine.deps.kit.now())
  }),
  queueTask(failedCallbacksTask, keySchema, (key) => retryFailed(machine, key)),
  queueTask(screenTask, keySchema, (key) => screenLate(machine, key)),
  queueTask(askTask, keySchema, async ({ merchantId, id }) => {
    // What should have gone on by itself goes on first; what somebody is at is left to them.
    await machine.pickUp({ merchantId, id })
    const row = await findTransaction(machine.deps.kit.db, merchantId, id)
    if (row) await askPsp(machine, row, { isAskedFor: true })
  }),
  queueTask(reprocessTask, askedSchema, async ({ merchantId, id, ...asked }) => {
    const row = await findTransaction(machine.deps.kit.db, merchantId, id)
    if (!row) return
    const act = stateOfNumber(row.statusNo) === 'FAILED' ? makeAgain : tryAgain
    await act(machine, row, { ...asked, operator: inOwnName(asked.operator) })
  }),
  queueTask(cancelTask, askedSchema, async ({ merchantId, id, operator, info }) => {
    const row = await findTransaction(machine.deps.kit.db, merchantId, id)
    if (row) await cancelAtPsp(machine, row, { operator: inOwnName(operator), info })
  }),
]
