import type { ResolveCaseBody } from '@signalbox/model/calls/case'
import { toWire } from '@signalbox/model/money/money-schema'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import type { Machine } from '../core/flow/machine.ts'
import { inOwnName } from '../core/operations/actor.ts'
import { givenReason } from '../core/operations/given-reason.ts'
import { amountOf } from '../core/operations/operation-amount.ts'
import { ownReference, refuseMasked, requireItsReference } from '../core/operations/psp-reference.ts'
import { forceSuccessful } from '../core/operations/force-successful.ts'
import { forceFailed } from '../core/operations/repairs.ts'
import { changeCase, subjectIn, lockCase, writeEntry } from './case-work.ts'
import { findCase } from '../core/cases/case-store.ts'

/** A success has no number of a failure, and what failed moved no amount. */
function refuseWhatDoesNotGo({ outcome, statusNo, amount }: ResolveCaseBody): void {
  const field = outcome === 'SUCCESSFUL' ? statusNo && 'statusNo' : amount && 'amount'
  if (field) throw invalid({ field, code: 'INVALID', message: `Not allowed with ${outcome}` })
}

/**
 * Somebody found out what became of a payment, and can show it. The payment takes the same way as by the operation on
 * it; the case closes when the payment is over, which may be after the merchant has answered.
 */
export async function resolveCase(machine: Machine, work: Work, id: string, body: ResolveCaseBody) {
  const { record, row } = await lockCase(work, id, 'resolve', body.version)
  if (!row || row.statusNo !== body.txStatusNo) throw new Refusal('VERSION_CONFLICT', { current: record })
  const { outcome, evidence, reference, tagId, sendToMerchant, statusNo } = body
  const amount = amountOf(body)
  refuseWhatDoesNotGo(body)
  refuseMasked(row, { field: 'reference', reference })
  if (outcome === 'SUCCESSFUL' && !ownReference(row))
    await requireItsReference(work.tx, row, { field: 'reference', reference })
  await givenReason(machine, work, record.merchantId, { tagged: 'Force', tagId })
  const { user } = work
  const operator = inOwnName({ id: user.id, name: user.username, roles: user.roles })
  const input = { version: row.version, info: evidence, tagId, sendToMerchant }
  const mine = record.assigneeId === null ? { assigneeId: user.id, assignee: user.username } : {}
  const action = outcome === 'SUCCESSFUL' ? 'FORCE_SUCCESSFUL' : 'FORCE_FAILED'
  await changeCase(
    work,
    { record, row },
    { ...mine, state: 'ASSIGNED' },
    { action, note: evidence, after: { reference }, personal: ['reference'] },
  )
  const after = await machine.changeLater(
    work,
    row,
    user.username,
    outcome === 'SUCCESSFUL'
      ? forceSuccessful(operator, { ...input, pspRefId: reference, amount })
      : forceFailed(operator, { ...input, statusNo }),
  )
  const waitsForOther = after?.stepState.successAskedBy !== undefined
  const kind = waitsForOther ? 'ASKED' : 'DECIDED'
  await writeEntry(work, record, kind, { text: evidence, reference, subject: outcome })
  work.audit({
    merchantId: row.merchantId,
    entityType: 'transaction',
    entityId: String(row.id),
    entityLabel: `${row.txType} ${row.id}`,
    changeType: 'UPDATE',
    action,
    before: { statusNo: row.statusNo, version: row.version },
    after: {
      statusNo: after?.statusNo,
      version: after?.version,
      caseId: id,
      reference,
      ...(waitsForOther && { waitsForOther }),
      ...(amount && { amount: toWire(amount) }),
      ...(tagId && { tagId }),
    },
    note: evidence,
    subject: subjectIn(row, ['reference']),
  })
  work.emit({ merchantId: row.merchantId, topic: 'transaction', key: String(row.id) })
  const { version, state } = (await findCase(work.tx, id, [record.merchantId])) ?? record
  return { id, version, state }
}
