import {
  transactionOperationCalls,
  type TransactionOperationBody,
} from '@signalbox/model/calls/transaction-operation'
import { parseMoney } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import { operations, type OperationName } from '@signalbox/model/payments/operations'
import { invalid, Refusal } from '@signalbox/model/refusal'
import { eachApart } from '../../kit/bulk.ts'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { findWithin } from '../api/payment-search-store.ts'
import { approvalDecisions } from '../approvals/approvals.ts'
import type { Change, Machine } from '../flow/machine.ts'
import { requeue } from '../notifications/notification-store.ts'
import { Payment } from '../state/payment.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { requireOperation, type Operator } from './actor.ts'
import { beginChild } from './children.ts'
import { cancelPayment, forceFailed, forceInconsistent, forceSuccessful } from './repairs.ts'
import { askTask, reprocessTask } from './payment-tasks.ts'

const operatorOf = ({ user }: Work): Operator => ({ id: user.id, name: user.username, roles: user.roles })

const amountOf = ({ amount }: TransactionOperationBody): Money | undefined => {
  if (!amount) return undefined
  const money = parseMoney(amount.amount, amount.currency)
  if (!money) throw invalid({ field: 'amount', code: 'INVALID', message: 'Invalid amount' })
  return money
}

type ChangingOperation = Exclude<
  OperationName,
  'capture' | 'void' | 'refund' | 'check' | 'reprocess' | 'resend'
>

const changes: Readonly<
  Record<ChangingOperation, (operator: Operator, body: TransactionOperationBody) => Change>
> = {
  ...approvalDecisions,
  cancel: cancelPayment,
  'force-successful': forceSuccessful,
  'force-failed': forceFailed,
  'force-inconsistent': forceInconsistent,
}

/** Those that ask a PSP or send something again: checked here, done by a job. */
async function askLater(
  work: Work,
  row: Transaction,
  op: 'check' | 'reprocess' | 'resend',
  body: TransactionOperationBody,
): Promise<void> {
  requireOperation(new Payment(structuredClone(row), { now: work.now }), op, operatorOf(work), body)
  const key = { merchantId: row.merchantId, id: row.id }
  if (op === 'resend') {
    const resent = await requeue(work.tx, row.merchantId, row.id, work.now)
    if (resent === 0) throw new Refusal('INVALID_STATE', { message: 'There is nothing to send again.' })
  } else if (op === 'check') work.enqueue({ task: askTask, payload: key, key: `ask-${row.id}` })
  else
    work.enqueue({
      task: reprocessTask,
      payload: { ...key, operator: operatorOf(work), info: body.info ?? '' },
    })
}

const isChild = (op: OperationName): op is 'capture' | 'void' | 'refund' =>
  op === 'capture' || op === 'void' || op === 'refund'
const isAsked = (op: OperationName): op is 'check' | 'reprocess' | 'resend' =>
  op === 'check' || op === 'reprocess' || op === 'resend'

async function operate(
  machine: Machine,
  work: Work,
  id: number,
  op: OperationName,
  body: TransactionOperationBody,
) {
  const row = await findWithin(work.tx, work.scope.selected, id)
  if (!row || !work.scope.effective.includes(row.merchantId)) throw new Refusal('NOT_FOUND')
  let after = row
  let childId: number | null = null
  if (isChild(op)) {
    const input = { ...body, amount: amountOf(body) }
    const begun = await beginChild(machine, work, row, {
      name: op,
      operator: operatorOf(work),
      input,
      apiSource: 'BACKOFFICE',
      later: true,
    })
    after = begun.origin
    childId = begun.child.id
  } else if (isAsked(op)) await askLater(work, row, op, body)
  else
    after =
      (await machine.changeLater(work, row, work.user.username, changes[op](operatorOf(work), body))) ?? row
  work.audit({
    merchantId: row.merchantId,
    entityType: 'transaction',
    entityId: String(id),
    entityLabel: `${row.txType} ${id}`,
    changeType: 'UPDATE',
    action: op.toUpperCase().replaceAll('-', '_'),
    before: { statusNo: row.statusNo, version: row.version },
    after: {
      statusNo: after.statusNo,
      version: after.version,
      ...(childId !== null && { childId }),
      ...(body.tagId && { tagId: body.tagId }),
    },
    note: body.info ?? null,
  })
  work.emit({ merchantId: row.merchantId, topic: 'transaction', key: String(id) })
  return { id, version: after.version, statusNo: after.statusNo, childId }
}

const asWork = (work: unknown) => work as Work

/** What staff do to payments. */
export const operationHandlers = (machine: Machine): Handler[] => [
  handle(transactionOperationCalls.operate, (work) =>
    operate(machine, asWork(work), work.params.id, work.params.op, work.body),
  ),
  handle(transactionOperationCalls.bulk, async (work) => {
    const { operation, ids, params = {} } = work.body
    if (!operations[operation].bulk)
      throw invalid({ field: 'operation', code: 'UNKNOWN', message: 'Not for several at once' })
    const results = await eachApart(asWork(work), ids, (inner, { id, version }) =>
      operate(machine, inner, Number(id), operation, { ...params, version: version ?? 0 }),
    )
    work.audit({
      merchantId: work.scope.selected,
      entityType: 'transaction',
      entityId: 'bulk',
      entityLabel: `${results.length} transactions`,
      action: `BULK_${operation.toUpperCase().replaceAll('-', '_')}`,
      after: { results },
    })
    return { results }
  }),
]
