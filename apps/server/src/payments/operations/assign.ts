import type { TransactionOperationBody } from '@signalbox/model/calls/transaction-operation'
import { Refusal } from '@signalbox/model/text/refusal'
import { assignCase, takeCase, unassignCase } from '../cases/read-model.ts'
import type { Work } from '../../kit/handle.ts'
import { Payment } from '../core/state/payment.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { requireOperation, type Operator } from '../core/operations/actor.ts'
import { openCaseOf } from './open-case-store.ts'

interface Reassigned {
  readonly before: string | null
  readonly after: string | null
}

/** Gives the open case of a payment to somebody, or to nobody. The case queue has its own rules about who may. */
export async function reassign(
  work: Work,
  row: Transaction,
  operator: Operator,
  { op, body }: { readonly op: 'assign' | 'unassign'; readonly body: TransactionOperationBody },
): Promise<Reassigned> {
  requireOperation(new Payment(structuredClone(row), { now: work.now }), op, operator, body)
  const open = await openCaseOf(work.tx, row)
  if (!open) throw new Refusal('INVALID_STATE', { message: 'There is no open case.' })
  const { version } = open
  const { assigneeId } = body
  if (op === 'unassign') await unassignCase(work, open.id, { version })
  else if (assigneeId === undefined || assigneeId === operator.id) await takeCase(work, open.id, { version })
  else await assignCase(work, open.id, { version, assigneeId })
  const now = await openCaseOf(work.tx, row)
  return { before: open.assignee, after: now?.assignee ?? null }
}
