import {
  caseActions,
  type CaseActionName,
  type CaseSubject,
} from '@signalbox/model/investigation/case-actions'
import type { CaseEntryKind } from '@signalbox/model/investigation/case'
import { Refusal } from '@signalbox/model/text/refusal'
import { isHiddenFrom } from '../gdpr/read-model.ts'
import type { Work } from '../../kit/handle.ts'
import type { AuditSubject } from '../../kit/subject-seal.ts'
import { originIdOf } from '../core/flow/report-reading.ts'
import { lockCallback } from '../core/record/callback-store.ts'
import { findTransaction, lockTransaction } from '../core/record/transaction-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import {
  findCase,
  insertEntry,
  lockCaseRow,
  updateCase,
  type CaseChange,
  type CaseRecord,
} from '../core/cases/case-store.ts'
import { callbackBlocked } from './callback-blocked.ts'
import { tellCase } from '../core/cases/cases.ts'

/** A case that somebody does something about, with nobody else at it. */
export interface LockedCase {
  readonly record: CaseRecord
  readonly row: Transaction | undefined
}

const subjectOf = ({ record, row }: LockedCase, callback: CallbackStanding): CaseSubject => ({
  ...callback,
  type: record.type,
  state: record.state,
  assigneeId: record.assigneeId,
  txStatusNo: row?.statusNo ?? null,
  txWorking: row !== undefined && row.nextStep !== null,
  resolvedAt: record.resolvedAt,
})

type CallbackStanding = Pick<CaseSubject, 'callbackOutcome' | 'callbackBlocked'>

/** What has become of the message a case is about, and what can be done with it where that is what somebody wants. */
async function callbackStanding(
  { tx }: Work,
  { record, row }: LockedCase,
  action: CaseActionName,
): Promise<CallbackStanding> {
  const callback =
    record.callbackId === null ? undefined : await lockCallback(tx, record.merchantId, record.callbackId)
  if (!callback) return { callbackOutcome: null }
  const isTried = aboutCallback.has(action) && row !== undefined
  return {
    callbackOutcome: callback.outcome,
    ...(isTried && { callbackBlocked: await callbackBlocked(tx, row, callback) }),
  }
}

/** What depends on whether the message can be booked as the payment stands. */
const aboutCallback: ReadonlySet<CaseActionName> = new Set(['apply', 'book', 'dismiss'])

/** What depends on how the payment stands holds the payment first, in the order in which the machine holds them. */
const aboutPayment: ReadonlySet<CaseActionName> = new Set(['resolve', 'close', ...aboutCallback])

/** A case about a person who is to be erased exists as little as the person. */
async function refuseHidden(work: Work, row: Transaction | undefined): Promise<void> {
  if (row && (await isHiddenFrom(work.tx, work.user.roles, row))) throw new Refusal('NOT_FOUND')
}

/** The case and the payment it is about, for whoever may see them. */
export async function openedCase(work: Work, id: string): Promise<LockedCase> {
  const record = await findCase(work.tx, id, work.scope.effective)
  if (!record) throw new Refusal('NOT_FOUND')
  const { merchantId, txId } = record
  const row = txId === null ? undefined : await findTransaction(work.tx, merchantId, txId)
  await refuseHidden(work, row)
  return { record, row }
}

/** Holds the case, or refuses: it is not there, it has changed, or it is not for this person or in this state. */
export async function lockCase(
  work: Work,
  id: string,
  action: CaseActionName,
  version?: number,
): Promise<LockedCase> {
  work.require(caseActions[action].access)
  const found = await findCase(work.tx, id, work.scope.effective)
  if (!found) throw new Refusal('NOT_FOUND')
  const read = aboutPayment.has(action) ? lockTransaction : findTransaction
  const row = found.txId === null ? undefined : await read(work.tx, found.merchantId, found.txId)
  await refuseHidden(work, row)
  // A message about a capture is booked with others about its payment, which is locked before any of them.
  if (row && aboutCallback.has(action) && originIdOf(row) !== row.id)
    await lockTransaction(work.tx, row.merchantId, originIdOf(row))
  const record = await lockCaseRow(work.tx, found)
  if (!record) throw new Refusal('NOT_FOUND')
  if (version !== undefined && version !== record.version)
    throw new Refusal('VERSION_CONFLICT', { current: record })
  const locked = { record, row }
  const callback = await callbackStanding(work, locked, action)
  const why = caseActions[action].blockedBy(subjectOf(locked, callback), work.user, work.now)
  if (why) throw new Refusal('INVALID_STATE', { message: why })
  return locked
}

/** What a person adds to the activity of a case. Gives the id of the entry. */
export async function writeEntry(
  work: Work,
  { merchantId, id }: Pick<CaseRecord, 'merchantId' | 'id'>,
  kind: CaseEntryKind,
  said: { readonly text?: string; readonly subject?: string; readonly reference?: string } = {},
): Promise<string> {
  const entryId = work.newId()
  await insertEntry(work.tx, {
    ...said,
    merchantId,
    id: entryId,
    caseId: id,
    kind,
    authorId: work.user.id,
    author: work.user.username,
    at: work.now,
  })
  return entryId
}

const told = ({ state, assignee, resolution }: Partial<CaseRecord>) => ({
  ...(state !== undefined && { state }),
  ...(assignee !== undefined && { assignee }),
  ...(resolution !== undefined && { resolution }),
})

/** Writes a change of a case with its audit entry and tells whoever looks at cases. */
export async function changeCase(
  work: Work,
  { record, row }: LockedCase,
  changes: Parameters<typeof updateCase>[2],
  {
    action,
    note = null,
    after = {},
    personal = [],
  }: {
    readonly action: string
    readonly note?: string | null
    readonly after?: object
    /** Members of `after` that may say who the payment is from. */
    readonly personal?: readonly string[]
  },
): Promise<CaseChange> {
  const change = await updateCase(work.tx, record, changes, { now: work.now, by: work.user.username })
  const merchantId = changes.merchantId ?? record.merchantId
  auditCase(work, { ...record, merchantId }, action, {
    before: { ...told(record), version: record.version },
    after: { ...told({ ...record, ...(changes as Partial<CaseRecord>) }), version: change.version, ...after },
    note,
    ...(row && (note || personal.length > 0) && { subject: subjectIn(row, personal) }),
  })
  tellCase(work, merchantId, change)
  return change
}

/** What people write about a user is forgotten with the user. */
export const subjectIn = (
  { merchantId, userId }: Pick<Transaction, 'merchantId' | 'userId'>,
  fields: readonly string[] = [],
): AuditSubject => ({ merchantId, userId, fields })

export function auditCase(
  work: Work,
  { merchantId, id, txId, type }: Pick<CaseRecord, 'merchantId' | 'id' | 'txId' | 'type'>,
  action: string,
  entry: {
    readonly before?: object
    readonly after?: object
    readonly note?: string | null
    readonly subject?: AuditSubject
  },
): void {
  work.audit({
    merchantId,
    entityType: 'case',
    entityId: id,
    entityLabel: txId === null ? type : `${type} ${txId}`,
    changeType: 'UPDATE',
    action,
    ...entry,
  })
}
