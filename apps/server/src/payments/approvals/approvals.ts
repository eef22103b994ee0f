import { isApprovalScheduled } from '@signalbox/model/reference/status-groups'
import { stateInSentence } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { seenText } from '@signalbox/model/text/seen-text'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import {
  levelOf,
  obstacleTo,
  type ApprovalSubject,
  type DecisionName,
} from '@signalbox/model/payments/approval-rules'
import { allPeople } from '@signalbox/model/access/people'
import { operations, type OperationName } from '@signalbox/model/payments/operations'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { decline } from '../core/flow/decline.ts'
import type { Change } from '../core/flow/machine.ts'
import { askApproval, goOnApproved } from '../core/flow/steps/approval.ts'
import type { StepContext } from '../core/flow/step-context.ts'
import type { OperationInput, Operator } from '../core/operations/actor.ts'
import { requireAskable } from '../core/operations/why-not-at-psp.ts'
import type { Payment } from '../core/state/payment.ts'
import { beganBy } from '../core/record/began-by.ts'
import { closedWay } from './closed-way.ts'
import {
  approvalsOf,
  insertApproval,
  removeApprovals,
  type ApprovalRow,
} from '../core/record/approval-store.ts'

type Decision = (operator: Operator, input: OperationInput) => Change

/** What speaks against a payment, as far as whoever decides can see it. */
type RedFlags = (unit: UnitOfWork) => Promise<readonly string[]>

async function subjectOfApproval(
  payment: Payment,
  context: StepContext,
  unit: UnitOfWork,
  approvals: readonly ApprovalRow[],
): Promise<ApprovalSubject> {
  const { tx, state } = payment
  const account =
    tx.method === 'WITHDRAWAL' && tx.accountId
      ? await context.account(tx.merchantId, tx.accountId)
      : undefined
  return {
    statusNo: tx.statusNo,
    method: tx.method,
    heldFrom: state.heldFrom ?? null,
    beganBy: (await beganBy(unit.tx, [tx]))(tx),
    firstPeople: approvals.find(({ level }) => level === 1)?.people ?? [],
    excludedApprovers: tx.approvalTags.includes('FORBID_SAME_APPROVER') ? (state.approvers ?? []) : [],
    accountHeldUntil: account?.holdUntil ?? null,
  }
}

const levelOfPayment = ({ tx, state }: Payment): 1 | 2 => levelOf(tx.statusNo, state.heldFrom ?? null)

const verbs = { APPROVE: 'approved', DENY: 'denied' } as const

/** Whoever came too late is told where the payment stands now, and who was there before. */
function tooLate(payment: Payment, approvals: readonly ApprovalRow[]): Refusal {
  const last = approvals.at(-1)
  const who = last ? `Already ${verbs[last.decision]} by ${last.username}; it` : 'It'
  return new Refusal('VERSION_CONFLICT', {
    message: `${who} is now ${stateInSentence(payment.status)} (${payment.tx.statusNo}).`,
    current: { id: payment.tx.id },
  })
}

/** Refuses unless this person may do this to the payment as it is now and as they saw it. */
async function requireDecision(
  name: DecisionName,
  payment: Payment,
  context: StepContext,
  unit: UnitOfWork,
  operator: Operator,
  { version }: OperationInput,
): Promise<void> {
  const { merchantId, id } = payment.tx
  const approvals = await approvalsOf(unit.tx, merchantId, id)
  const subject = await subjectOfApproval(payment, context, unit, approvals)
  const obstacle = obstacleTo(name, subject, operator, payment.now)
  const isStale = version !== undefined && version !== payment.tx.version
  // Who may never do it is told so; everybody else that somebody was faster.
  const isForbidden = !operations[name].roles.some((role) => operator.roles.includes(role))
  if (isStale && !isForbidden) throw tooLate(payment, approvals)
  if (!obstacle) return
  const { code, message } = obstacle
  throw new Refusal(code, {
    message,
    ...(code === 'INVALID_STATE' && { current: { id } }),
  })
}

const givesReason = ({ info, tagId }: OperationInput): boolean => Boolean(seenText(info ?? '') || tagId)

async function requireReason(payment: Payment, context: StepContext, input: OperationInput): Promise<void> {
  const { reasonRequired } = await context.merchant(payment.tx.merchantId)
  if (reasonRequired && !givesReason(input))
    throw invalid({ field: 'info', code: 'REQUIRED', message: 'This field is required' })
}

/** Who pays although something speaks against it says why: whoever asks later finds more than a name. */
async function requireReasonAgainst(
  redFlags: RedFlags,
  unit: UnitOfWork,
  input: OperationInput,
): Promise<void> {
  if (givesReason(input)) return
  const [heaviest] = await redFlags(unit)
  if (heaviest === undefined) return
  throw invalid({
    field: 'info',
    code: 'REQUIRED',
    message: `Approving it needs a reason: ${heaviest}`,
  })
}

async function decide(
  payment: Payment,
  unit: UnitOfWork,
  operator: Operator,
  { info, tagId, decision }: OperationInput & { readonly decision: 'APPROVE' | 'DENY' },
): Promise<void> {
  const { merchantId, id } = payment.tx
  const level = levelOfPayment(payment)
  const isFirst = await insertApproval(
    unit.tx,
    { merchantId, txId: id },
    {
      level,
      decision,
      userId: operator.id,
      username: operator.label,
      people: operator.people,
      at: unit.now,
      tagId: tagId ?? null,
      info: info ?? null,
    },
  )
  if (isFirst) return
  throw tooLate(payment, await approvalsOf(unit.tx, merchantId, id))
}

/** Whoever approves, a person or an API client, is asked why where something speaks against it. */
export const approveDespite =
  (redFlags: RedFlags, operator: Operator, input: OperationInput): Change =>
  async (payment, context, unit) => {
    await requireDecision('approve', payment, context, unit, operator, input)
    await requireReason(payment, context, input)
    await requireReasonAgainst(redFlags, unit, input)
    await requireAskable(context, payment.tx, 'approve')
    const level = levelOfPayment(payment)
    await decide(payment, unit, operator, { ...input, decision: 'APPROVE' })
    const { tx, state } = payment
    payment.patchState({ approvers: allPeople(...(state.approvers ?? []), ...operator.people) })
    const { expiresAt } = tx
    if (tx.approvalMode === 'TWO_LEVEL' && level === 1) {
      payment.move(StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL, {
        type: 'APPROVAL',
        summary: `Approved by ${operator.label}; a second person must approve it too`,
      })
      tx.expiresAt = expiresAt
      return undefined
    }
    return goOnApproved(payment, 'PERSON', `Approved by ${operator.label}`)
  }

const deny: Decision = (operator, input) => async (payment, context, unit) => {
  await requireDecision('deny', payment, context, unit, operator, input)
  await requireReason(payment, context, input)
  await decide(payment, unit, operator, { ...input, decision: 'DENY' })
  payment.note('APPROVAL', `Denied by ${operator.label}`)
  return decline(payment, StatusNo.ERR_CANCELLED_BY_MERCHANT, {
    at: 'PERSON',
    info: input.info ? `Denied: ${input.info}` : `Denied by ${operator.label}`,
  })
}

const heldNo = (payment: Payment): number =>
  payment.isDeposit ? StatusNo.WAITING_DEPOSIT_ON_HOLD_APPROVAL : StatusNo.WAITING_WITHDRAWAL_ON_HOLD_APPROVAL

export const hold: Decision = (operator, input) => async (payment, context, unit) => {
  await requireDecision('hold', payment, context, unit, operator, input)
  await requireReason(payment, context, input)
  const { tx } = payment
  const leftMs = tx.approvalDueAt ? Date.parse(tx.approvalDueAt) - payment.now.getTime() : undefined
  payment.patchState({
    heldFrom: tx.statusNo,
    ...(leftMs !== undefined && { heldForMs: Math.max(0, leftMs) }),
  })
  const { expiresAt } = tx
  payment.move(heldNo(payment), { type: 'HOLD', summary: `Put on hold by ${operator.label}` })
  tx.expiresAt = expiresAt
  tx.approvalDueAt = null
  if (input.info) payment.addInfo(`On hold: ${input.info}`)
  return undefined
}

const unhold: Decision = (operator, input) => async (payment, context, unit) => {
  await requireDecision('unhold', payment, context, unit, operator, input)
  await requireReason(payment, context, input)
  const { tx, state } = payment
  const { expiresAt } = tx
  const back =
    state.heldFrom ??
    (payment.isDeposit ? StatusNo.WAITING_DEPOSIT_APPROVAL : StatusNo.WAITING_WITHDRAWAL_APPROVAL)
  payment.move(back, { type: 'HOLD', summary: `Taken off hold by ${operator.label}` })
  tx.expiresAt = expiresAt
  if (state.heldForMs !== undefined)
    tx.approvalDueAt = new Date(payment.now.getTime() + state.heldForMs).toISOString()
  payment.clearState('heldFrom', 'heldForMs')
  return undefined
}

/** The rules are asked again, and their clock starts from now. */
const delay: Decision = (operator, input) => async (payment, context, unit) => {
  await requireDecision('delay', payment, context, unit, operator, input)
  payment.note('APPROVAL', `Delayed by ${operator.label}`)
  await removeApprovals(unit.tx, payment.tx.merchantId, payment.tx.id)
  const next = await askApproval(payment, context, input.tagId ?? 'DELAYED')
  if ('go' in next)
    payment.move(StatusNo.PROCESSING_PROVIDER, {
      type: 'APPROVAL',
      summary: 'Approval is no longer needed',
    })
  return next
}

const lookAgainMs = 300_000

/** The clock of an automatic approval has run out. What nobody could pay out now waits for the end of the maintenance. */
export const approveByClock: Change = async (payment, context) => {
  const { tx, now } = payment
  const due = tx.approvalDueAt !== null && Date.parse(tx.approvalDueAt) <= now.getTime()
  if (!due || !isApprovalScheduled(tx.statusNo)) return undefined
  const maintenance = await closedWay(payment, context)
  if (maintenance !== undefined) {
    const why = `Waiting for the end of the maintenance: ${maintenance}`
    if (!tx.info?.includes(why)) payment.addInfo(why)
    tx.approvalDueAt = new Date(now.getTime() + lookAgainMs).toISOString()
    return undefined
  }
  return goOnApproved(payment, 'CLOCK', 'Approved automatically')
}

export const approvalDecisions = { deny, hold, unhold, delay } as const satisfies Partial<
  Record<OperationName, Decision>
>
