import { invalid, Refusal } from '@signalbox/model/refusal'
import type { OperationName } from '@signalbox/model/payments/operations'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { decline } from '../flow/decline.ts'
import type { Change } from '../flow/machine.ts'
import { afterApproval, askApproval } from '../flow/steps/approval.ts'
import type { World } from '../flow/world.ts'
import { requireOperation, type OperationInput, type Operator } from '../operations/actor.ts'
import type { Payment } from '../state/payment.ts'
import { approvalsOf, insertApproval, removeApprovals } from './approval-store.ts'

type Decision = (operator: Operator, input: OperationInput) => Change

const levelOf = (payment: Payment): 1 | 2 => {
  const { statusNo, stepState } = payment.tx
  return statusNo === 356 || stepState.heldFrom === 356 ? 2 : 1
}

function requireLevel(payment: Payment, { roles }: Operator): void {
  const mayFirst = roles.includes('FIRST_APPROVER') || roles.includes('ADMIN_APPROVER')
  const maySecond = roles.includes('SECOND_APPROVER') || roles.includes('ADMIN_APPROVER')
  if (levelOf(payment) === 1 ? !mayFirst : !maySecond) throw new Refusal('FORBIDDEN')
}

/** Whoever began a payment cannot approve it. */
function refuseOwn({ tx }: Payment, operator: Operator): void {
  if (tx.initiatedBy === operator.name || tx.apiClientId === operator.id) throw new Refusal('FOUR_EYES')
}

/** The second person is somebody else than the first, whatever roles one of them holds. */
async function refuseSamePerson(payment: Payment, unit: UnitOfWork, operator: Operator): Promise<void> {
  const { merchantId, id } = payment.tx
  const first = (await approvalsOf(unit.tx, merchantId, id)).find(({ level }) => level === 1)
  if (first?.userId === operator.id) throw new Refusal('FOUR_EYES')
}

async function requireReason(payment: Payment, world: World, { info, tagId }: OperationInput): Promise<void> {
  const { reasonRequired } = await world.merchant(payment.tx.merchantId)
  if (reasonRequired && !info?.trim() && !tagId)
    throw invalid({ field: 'info', code: 'REQUIRED', message: 'This field is required' })
}

async function decide(
  payment: Payment,
  unit: UnitOfWork,
  operator: Operator,
  { info, tagId, decision }: OperationInput & { readonly decision: 'APPROVE' | 'DENY' },
): Promise<void> {
  const { merchantId, id } = payment.tx
  const level = levelOf(payment)
  const isFirst = await insertApproval(
    unit.tx,
    { merchantId, txId: id },
    {
      level,
      decision,
      userId: operator.id,
      username: operator.name,
      at: unit.now,
      tagId: tagId ?? null,
      info: info ?? null,
    },
  )
  if (isFirst) return
  const taken = (await approvalsOf(unit.tx, merchantId, id)).find((each) => each.level === level)
  throw new Refusal('INVALID_STATE', { message: `Already decided by ${taken?.username ?? 'somebody else'}.` })
}

/** Changed payout details are how stolen accounts are emptied, so for a day nobody can approve what goes there. */
async function refuseChangedAccount({ tx, now }: Payment, world: World): Promise<void> {
  if (tx.method !== 'WITHDRAWAL' || !tx.accountId) return
  const account = await world.account(tx.merchantId, tx.accountId)
  if (account?.holdUntil && account.holdUntil > now.toISOString())
    throw new Refusal('INVALID_STATE', {
      message: `The data of the account was changed; withdrawals to it wait until ${account.holdUntil}.`,
    })
}

const approve: Decision = (operator, input) => async (payment, world, unit) => {
  requireOperation(payment, 'approve', operator, input)
  await refuseChangedAccount(payment, world)
  requireLevel(payment, operator)
  refuseOwn(payment, operator)
  await refuseSamePerson(payment, unit, operator)
  await requireReason(payment, world, input)
  const level = levelOf(payment)
  await decide(payment, unit, operator, { ...input, decision: 'APPROVE' })
  const { tx } = payment
  const { expiresAt } = tx
  if (tx.approvalMode === 'TWO_LEVEL' && level === 1) {
    payment.move(356, { type: 'APPROVAL', summary: `Approved by ${operator.name}; a second person must too` })
    tx.expiresAt = expiresAt
    return undefined
  }
  payment.remember({ approvedBy: 'PERSON' })
  payment.move(200, { type: 'APPROVAL', summary: `Approved by ${operator.name}` })
  return afterApproval(payment)
}

const deny: Decision = (operator, input) => async (payment, world, unit) => {
  requireOperation(payment, 'deny', operator, input)
  refuseOwn(payment, operator)
  await requireReason(payment, world, input)
  await decide(payment, unit, operator, { ...input, decision: 'DENY' })
  payment.note('APPROVAL', `Denied by ${operator.name}`)
  return decline(payment, 601, { stage: 'MERCHANT', info: input.info ? `Denied: ${input.info}` : 'Denied' })
}

const heldNo = (payment: Payment): number => (payment.tx.method === 'DEPOSIT' ? 354 : 355)

export const hold: Decision = (operator, input) => async (payment, world) => {
  requireOperation(payment, 'hold', operator, input)
  await requireReason(payment, world, input)
  const { tx } = payment
  const leftMs = tx.approvalDueAt ? Date.parse(tx.approvalDueAt) - payment.now.getTime() : undefined
  payment.remember({ heldFrom: tx.statusNo, ...(leftMs !== undefined && { heldForMs: Math.max(0, leftMs) }) })
  const { expiresAt } = tx
  payment.move(heldNo(payment), { type: 'HOLD', summary: `Put on hold by ${operator.name}` })
  tx.expiresAt = expiresAt
  tx.approvalDueAt = null
  if (input.info) payment.tell(`On hold: ${input.info}`)
  return undefined
}

const unhold: Decision = (operator, input) => async (payment, world) => {
  requireOperation(payment, 'unhold', operator, input)
  await requireReason(payment, world, input)
  const { tx, state } = payment
  const { expiresAt } = tx
  const back = state.heldFrom ?? (tx.method === 'DEPOSIT' ? 350 : 351)
  payment.move(back, { type: 'HOLD', summary: `Taken off hold by ${operator.name}` })
  tx.expiresAt = expiresAt
  if (state.heldForMs !== undefined)
    tx.approvalDueAt = new Date(payment.now.getTime() + state.heldForMs).toISOString()
  payment.forget('heldFrom', 'heldForMs')
  return undefined
}

/** The rules are asked again, and their clock starts from now. */
const delay: Decision = (operator, input) => async (payment, world, unit) => {
  requireOperation(payment, 'delay', operator, input)
  payment.note('APPROVAL', `Delayed by ${operator.name}`)
  await removeApprovals(unit.tx, payment.tx.merchantId, payment.tx.id)
  const next = await askApproval(payment, world, input.tagId ?? 'DELAYED')
  if ('go' in next) payment.move(200, { type: 'APPROVAL', summary: 'No approval is needed any more' })
  return next
}

/** The clock of an automatic approval has run out. */
export const approveByClock: Change = (payment) => {
  const { statusNo, approvalDueAt } = payment.tx
  const due = approvalDueAt !== null && Date.parse(approvalDueAt) <= payment.now.getTime()
  if (!due || (statusNo !== 352 && statusNo !== 353)) return undefined
  payment.remember({ approvedBy: 'CLOCK' })
  payment.move(200, { type: 'APPROVAL', summary: 'Approved automatically' })
  return afterApproval(payment)
}

export const approvalDecisions = { approve, deny, hold, unhold, delay } as const satisfies Partial<
  Record<OperationName, Decision>
>
