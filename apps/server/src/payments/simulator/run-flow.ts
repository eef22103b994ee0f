import type { SimulatedPspAnswer, SimulationInput } from '@signalbox/model/simulator/simulation-input'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { advance, settle } from '../core/flow/advance.ts'
import { announceChanges } from '../core/flow/announce.ts'
import type { CallContext } from '../core/flow/call-context.ts'
import { decline, failAtPsp } from '../core/flow/decline.ts'
import { applyReport, ignored } from '../core/flow/report.ts'
import { go, isCallStep, wait, type Next, type StepName } from '../core/flow/step.ts'
import type { StepContext } from '../core/flow/step-context.ts'
import { goOnApproved } from '../core/flow/steps/approval.ts'
import { flowSteps } from '../core/flow/steps/index.ts'
import { copyTransaction, type Transaction } from '../core/record/transaction.ts'
import type { Effect } from '../core/state/effect.ts'
import { Payment, type EventDraft, type StepTaken } from '../core/state/payment.ts'
import { pspOutcome } from './scripted-answers.ts'
import { OwnFailure, type PspScript, type Reserves } from './scripted-services.ts'

/** More questions to the outside than any payment asks. */
const mostCalls = 40

export interface FlowDeps {
  /** One per unit of work, as live payments have it. */
  readonly context: () => StepContext
  readonly calls: CallContext
  readonly input: SimulationInput
  readonly script: PspScript
  readonly reserves: Reserves
  readonly now: Date
}

export interface FlowRun {
  readonly row: Transaction
  readonly events: readonly EventDraft[]
  readonly effects: readonly Effect[]
  readonly taken: readonly StepTaken[]
}

type Body = (payment: Payment, context: StepContext) => Promise<void>

/** What a late answer of a PSP does to a payment that waits for it. */
async function afterAnswer(
  payment: Payment,
  context: StepContext,
  answer: SimulatedPspAnswer,
  canReserve: Reserves,
): Promise<Next> {
  const { authType, psp } = payment.tx
  const reserves = authType === 'PRE_AUTH' && (await canReserve(psp ?? ''))
  const outcome = pspOutcome(answer, { amount: payment.pspAmount, reserves })
  const next = await applyReport(payment, context, {
    pspRefId: null,
    pspCode: null,
    pspMessage: null,
    ...outcome,
    amount: outcome.kind === 'approved' ? outcome.amount : null,
    captured: outcome.kind === 'approved' && outcome.captured,
  })
  return next === ignored ? wait : next
}

/** What the script says about a payment that waits for somebody; undefined where it goes on waiting. */
function afterWaiting(row: Transaction, { input, script, reserves }: FlowDeps): Body | undefined {
  const { approval = 'WAIT', threeDs } = input.answers
  const payment = new Payment(row, { now: new Date(row.created) })
  if (payment.status === 'WAITING_APPROVAL' && approval !== 'WAIT')
    return (waiting, context) =>
      advance(
        waiting,
        context,
        approval === 'APPROVE'
          ? goOnApproved(
              waiting,
              row.approvalDueAt === null ? 'PERSON' : 'CLOCK',
              'Approved in the simulation',
            )
          : decline(waiting, StatusNo.ERR_CANCELLED_BY_MERCHANT, {
              at: 'PERSON',
              info: 'Denied in the simulation',
            }),
      )
  if (payment.status !== 'WAITING_INPUT') return undefined
  if (row.stepState.threeDs?.transId && !row.stepState.threeDs.result)
    return threeDs === 'OPEN'
      ? undefined
      : (waiting, context) => advance(waiting, context, go('three-ds-result'))
  const later =
    row.stepState.redirectTarget || row.stepState.instructions ? script.later(row.psp ?? '') : undefined
  if (!later) return undefined
  return async (waiting, context) =>
    advance(waiting, context, await afterAnswer(waiting, context, later, reserves))
}

/**
 * Takes a payment through its flow by the steps live payments take, unit of work by unit of work, on a row that is never
 * written. What follows mirrors `Machine`, whose locks, leases and recovery a payment without a record does not need.
 */
export async function runFlow(first: Transaction, deps: FlowDeps): Promise<FlowRun> {
  const events: EventDraft[] = []
  const effects: Effect[] = []
  const taken: StepTaken[] = []
  let row = first
  const commit = async (body: Body, isNew = false): Promise<void> => {
    const context = deps.context()
    const payment = new Payment(copyTransaction(row), { now: deps.now, isNew })
    await body(payment, context)
    await announceChanges(payment, context)
    payment.noteRest()
    if (!isNew) payment.tx.version += 1
    events.push(...payment.events)
    effects.push(...payment.effects)
    taken.push(...payment.stepsTaken)
    row = payment.tx
  }
  await commit((payment, context) => advance(payment, context, go('register')), true)
  for (let call = 0; call < mostCalls; call++) {
    const next = nextBody(row, deps)
    if (!next) return { row, events, effects, taken }
    await commit(next)
  }
  throw new Error('A simulated payment asks in circles')
}

function nextBody(row: Transaction, deps: FlowDeps): Body | undefined {
  if (row.nextStep === null) return afterWaiting(copyTransaction(row), deps)
  const name = row.nextStep as StepName
  const step = flowSteps[name]
  if (!isCallStep(step) || row.stepState.pending?.step !== name)
    return (payment, context) => advance(payment, context, go(name))
  return async (payment, context) => {
    const view = new Payment(copyTransaction(row), { now: deps.now })
    try {
      const answer = await step.call(view, deps.calls, false)
      await settle(payment, context, name, { answer, callMs: 0 })
    } catch (error) {
      if (!(error instanceof OwnFailure)) throw error
      const info = `The step ${name} failed on our side before anything was sent`
      await advance(payment, context, failAtPsp(payment, StatusNo.ERR_SYSTEM_ERROR, { at: 'D14', info }))
    }
  }
}
