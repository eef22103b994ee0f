import {
  transactionOperationCalls,
  type TransactionOperationBody,
} from '@signalbox/model/calls/transaction-operation'
import { operations, type OperationName } from '@signalbox/model/payments/operations'
import { peopleOf } from '@signalbox/model/access/people'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { counted } from '@signalbox/model/text/counted'
import { eachInOwnTransaction } from '../../kit/bulk.ts'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { previewOutcomes } from '../cases/read-model.ts'
import type { Machine } from '../core/flow/machine.ts'
import { runOperation } from './run-operation.ts'
import { operatedPayment, visiblePayment } from './visible-payment.ts'

const actionOf = (op: OperationName): string => op.toUpperCase().replaceAll('-', '_')

async function operate(
  machine: Machine,
  work: Work,
  id: number,
  op: OperationName,
  body: TransactionOperationBody,
) {
  const row = await operatedPayment(work, id, op)
  if (!row) throw new Refusal('NOT_FOUND')
  const {
    after,
    childId = null,
    changed,
    waitsForOther = false,
  } = await runOperation({ machine, work, row, op, body })
  work.audit({
    merchantId: row.merchantId,
    entityType: 'transaction',
    entityId: String(id),
    entityLabel: `${row.txType} ${id}`,
    changeType: 'UPDATE',
    action: actionOf(op),
    before: { statusNo: row.statusNo, version: row.version, ...changed?.before },
    after: {
      statusNo: after.statusNo,
      version: after.version,
      ...changed?.after,
      ...(childId !== null && { childId }),
      ...(body.tagId && { tagId: body.tagId }),
      ...(body.amount && { amount: body.amount }),
    },
    note: body.info ?? null,
    // What people write about a user is forgotten with the user.
    ...(body.info && { subject: { merchantId: row.merchantId, userId: row.userId, fields: [] } }),
  })
  work.emit({ merchantId: row.merchantId, topic: 'transaction', key: String(id) })
  return { id, version: after.version, statusNo: after.statusNo, childId, waitsForOther }
}

const asWork = (work: unknown) => work as Work

/** What staff do to payments. */
export const operationHandlers = (machine: Machine): Handler[] => [
  handle(transactionOperationCalls.operate, (work) =>
    operate(machine, asWork(work), work.params.id, work.params.op, work.body),
  ),
  handle(transactionOperationCalls.outcomes, async (work) => {
    const row = await visiblePayment(work, work.params.id)
    if (!row) throw new Refusal('NOT_FOUND')
    const of = ['INCONSISTENT', 'WAITING_INPUT'] as const
    const question = { machine, unit: work, row, of, reader: peopleOf(work.user) }
    return { outcomes: await previewOutcomes(question, work.query) }
  }),
  handle(transactionOperationCalls.bulk, async (work) => {
    const { operation, ids, params = {} } = work.body
    if (!operations[operation].bulk)
      throw invalid({ field: 'operation', code: 'UNKNOWN', message: 'Not available as a bulk operation' })
    const results = await eachInOwnTransaction(asWork(work), ids, (inner, { id, version }) =>
      operate(machine, inner, Number(id), operation, { ...params, version: version ?? 0 }),
    )
    work.audit({
      merchantId: work.scope.selected,
      entityType: 'transaction',
      entityId: 'bulk',
      entityLabel: counted(results.length, 'transaction'),
      action: `BULK_${actionOf(operation)}`,
      after: { results },
    })
    return { results }
  }),
]
