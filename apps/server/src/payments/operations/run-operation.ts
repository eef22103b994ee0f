import type { TransactionOperationBody } from '@signalbox/model/calls/transaction-operation'
import { corrections } from '@signalbox/model/payments/corrections'
import { operations, type OperationName } from '@signalbox/model/payments/operations'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { reachOf } from '../../kit/scope.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { redFlagsOf } from '../approvals/read-model.ts'
import { approvalDecisions, approveDespite } from '../approvals/approvals.ts'
import { databaseContext } from '../core/flow/database-context.ts'
import type { Change, Machine } from '../core/flow/machine.ts'
import { requeue } from '../core/record/notification-store.ts'
import { Payment } from '../core/state/payment.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { inOwnName, requireInfo, requireOperation, type Operator } from '../core/operations/actor.ts'
import { requestPspQuery } from './query-psp.ts'
import { reassign } from './assign.ts'
import { cancelOrAsk } from './cancel.ts'
import { beginChild } from '../core/operations/children.ts'
import { writeCorrection } from './corrections.ts'
import { forceSuccessful } from '../core/operations/force-successful.ts'
import { givenReason, type GivenReason } from '../core/operations/given-reason.ts'
import { amountOf } from '../core/operations/operation-amount.ts'
import { askTask, reprocessTask } from './payment-tasks.ts'
import { ownReference, requireItsReference } from '../core/operations/psp-reference.ts'
import { forceFailed, forceInconsistent } from '../core/operations/repairs.ts'
import { reprocessCounts } from '../core/operations/reprocess-count-store.ts'
import { chosenTarget } from '../core/operations/reprocess-target.ts'
import { repeatPayment, reprocessFailed, requireActiveAccount } from './repeat.ts'
import { isOnlySaidToHaveFailed } from '../core/operations/said-to-have-failed.ts'
import { changeTags } from './tags.ts'
import { requireAskable } from '../core/operations/why-not-at-psp.ts'

export interface OperationRequest {
  readonly machine: Machine
  readonly work: Work
  /** As it was when it was looked up; what is decided is decided on the row as it is then. */
  readonly row: Transaction
  readonly op: OperationName
  readonly body: TransactionOperationBody
}

interface Done {
  readonly after: Transaction
  /** What began because of it. */
  readonly childId?: number
  /** Nothing yet: another person has to confirm it. */
  readonly waitsForOther?: boolean
  /** What else changed, for the audit log. */
  readonly changed?: {
    readonly before: Readonly<Record<string, unknown>>
    readonly after: Readonly<Record<string, unknown>>
  }
}

type Run = (asked: OperationRequest, operator: Operator, reason: GivenReason | undefined) => Promise<Done>

const operatorOf = ({ user }: Work): Operator =>
  inOwnName({ id: user.id, name: user.username, roles: user.roles })

const keyOf = ({ merchantId, id }: Transaction) => ({ merchantId, id })

/** What changes the payment itself, there and then. */
const changing =
  (changeOf: (operator: Operator, body: TransactionOperationBody) => Change): Run =>
  async ({ machine, work, row, body }, operator) => ({
    after: (await machine.changeLater(work, row, operator.name, changeOf(operator, body))) ?? row,
  })

const approve: Run = (asked, operator, reason) => {
  const reach = reachOf(asked.work)
  const redFlags = ({ tx, now }: UnitOfWork) => redFlagsOf(tx, reach, keyOf(asked.row), now)
  return changing((who, body) => approveDespite(redFlags, who, body))(asked, operator, reason)
}

const following =
  (name: 'capture' | 'void' | 'refund'): Run =>
  async ({ machine, work, row, body }, operator) => {
    const input = { ...body, amount: amountOf(body) }
    const request = { name, operator, input, apiSource: 'BACKOFFICE', later: true } as const
    const { origin, child } = await beginChild(machine, work, row, request)
    return { after: origin, childId: child.id }
  }

/** What nobody understands, or a person says has failed, is a job's: the PSP, which may have done it, is asked first. */
const reprocess: Run = async ({ machine, work, row, body }, operator) => {
  const reprocessCount = (await reprocessCounts(work.tx, [row])).get(row.id) ?? row.reprocessCount
  const payment = new Payment(structuredClone(row), { now: work.now })
  requireOperation(payment, 'reprocess', operator, body, { reprocessCount })
  const info = requireInfo(body)
  await requireAskable(databaseContext(machine.deps, work.tx, work.now), row, 'reprocess')
  const target = await chosenTarget({ db: work.tx, box: machine.deps.box }, row, body)
  const changed = target && { before: {}, after: { ...target } }
  if (stateOfNumber(row.statusNo) === 'FAILED' && !isOnlySaidToHaveFailed(row)) {
    const { origin, child } = await reprocessFailed(machine, work, row, { operator, input: body, target })
    return { after: origin, childId: child.id, ...(changed && { changed }) }
  }
  // The job makes a new payment of it too, and would find nobody to tell that it cannot.
  if (isOnlySaidToHaveFailed(row)) await requireActiveAccount(work, row)
  const payload = { ...keyOf(row), operator, info, reprocessCount: row.reprocessCount }
  work.enqueue({ task: reprocessTask, payload: { ...payload, ...(target && { target }) } })
  return { after: row, ...(changed && { changed }) }
}

const check: Run = async ({ machine, work, row, body }, operator) => {
  const after = await machine.changeLater(work, row, operator.name, requestPspQuery(operator, body))
  work.enqueue({ task: askTask, payload: keyOf(row), key: `ask-${row.id}` })
  return { after: after ?? row }
}

const resend: Run = async ({ work, row, body }, operator) => {
  requireOperation(new Payment(structuredClone(row), { now: work.now }), 'resend', operator, body)
  const untrue = stateOfNumber(row.statusNo) === 'SUCCESSFUL' ? 'CANCEL' : 'TRANSFER'
  const resent = await requeue(work.tx, row, { kind: body.kind, untrue, now: work.now })
  if (resent === 0) throw new Refusal('INVALID_STATE', { message: 'There is nothing to resend.' })
  return { after: row }
}

const correction: Run = async ({ machine, work, row, body }, operator, reason) => {
  const input = { ...body, amount: amountOf(body) }
  const { origin, child } = await writeCorrection(machine, work, row, { operator, input, reason })
  const totals = ({ refundedAmountMinor, chargebackAmountMinor, voidedAmountMinor, tags }: Transaction) => ({
    refundedMinor: String(refundedAmountMinor),
    chargebackMinor: String(chargebackAmountMinor),
    voidedMinor: String(voidedAmountMinor),
    tags,
  })
  const changed = { before: totals(row), after: { ...totals(origin), correction: child.txType } }
  return { after: origin, childId: child.id, changed }
}

const repeat: Run = async ({ machine, work, row, body }, operator) => {
  const input = { ...body, amount: amountOf(body) }
  const { origin, child } = await repeatPayment(machine, work, row, { operator, input })
  return { after: origin, childId: child.id }
}

const tag: Run = async ({ machine, work, row, body }, operator) => {
  const after = (await machine.changeLater(work, row, operator.name, changeTags(operator, body))) ?? row
  return { after, changed: { before: { tags: row.tags }, after: { tags: after.tags } } }
}

const reassigned =
  (op: 'assign' | 'unassign'): Run =>
  async ({ work, row, body }, operator) => {
    const { before, after } = await reassign(work, row, operator, { op, body })
    return { after: row, changed: { before: { assignee: before }, after: { assignee: after } } }
  }

/** Somebody says that it happened, and what the PSP calls it. */
const succeeded: Run = async (asked, operator, reason) => {
  const { work, row, body } = asked
  const reference = body.pspRefId ?? row.stepState.successAskedBy?.reference
  if (reference && !ownReference(row))
    await requireItsReference(work.tx, row, { field: 'pspRefId', reference })
  const input = { ...body, amount: amountOf(body) }
  const { after } = await changing(() => forceSuccessful(operator, input))(asked, operator, reason)
  return askedOnly(after, after.stepState.successAskedBy)
}

/** What the audit log has of a request that another person is to confirm. */
const askedOnly = (after: Transaction, waiting: object | undefined): Done => ({
  after,
  ...(waiting && { waitsForOther: true, changed: { before: {}, after: { waitsForOther: true } } }),
})

/** Somebody wants to look into it again. */
const reopened: Run = async (asked, operator, reason) => {
  const change = (who: Operator, { amount: _amount, ...body }: TransactionOperationBody) =>
    forceInconsistent(who, body)
  const { after } = await changing(change)(asked, operator, reason)
  return askedOnly(after, after.stepState.reopenAskedBy)
}

const runs: Readonly<Record<OperationName, Run>> = {
  approve,
  deny: changing(approvalDecisions.deny),
  hold: changing(approvalDecisions.hold),
  unhold: changing(approvalDecisions.unhold),
  delay: changing(approvalDecisions.delay),
  cancel: async ({ machine, work, row, body }, operator) => ({
    after: await cancelOrAsk(machine, work, row, operator, body),
  }),
  capture: following('capture'),
  void: following('void'),
  refund: following('refund'),
  reprocess,
  check,
  'force-successful': succeeded,
  'force-failed': changing((operator, { amount: _amount, ...body }) => forceFailed(operator, body)),
  'force-inconsistent': reopened,
  correction,
  resend,
  repeat,
  tag,
  assign: reassigned('assign'),
  unassign: reassigned('unassign'),
}

/** Whose reasons an operation may have; a correction has those of what it writes down. */
const taggedAs = (op: OperationName, { correction: type }: TransactionOperationBody) =>
  op === 'correction' ? type && corrections[type].tagged : operations[op].tagged

/** Does what somebody in the console asked for, as far as they may and the payment allows. */
export async function runOperation(asked: OperationRequest): Promise<Done> {
  const operator = operatorOf(asked.work)
  // Whether a reason is a good one is nobody's business who may not do it at all.
  if (!operations[asked.op].roles.some((role) => operator.roles.includes(role)))
    throw new Refusal('FORBIDDEN')
  const { machine, work, row, op, body } = asked
  const given = { tagged: taggedAs(op, body), tagId: body.tagId }
  return runs[op](asked, operator, await givenReason(machine, work, row.merchantId, given))
}
