import type { BulkCaseAction, ChangedCase, waitingFor } from '@signalbox/model/calls/case'
import { severityOfAmount, type CaseState, type ClosingResolution } from '@signalbox/model/investigation/case'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Role } from '@signalbox/model/access/roles'
import { counted } from '@signalbox/model/text/counted'
import { eachInOwnTransaction } from '../../kit/bulk.ts'
import type { Work } from '../../kit/handle.ts'
import { hasOtherOpen, type CaseRecord } from '../core/cases/case-store.ts'
import { auditCase, changeCase, lockCase, subjectIn, writeEntry, type LockedCase } from './case-work.ts'
import { openCase } from '../core/cases/cases.ts'
import { visiblePayment } from '../operations/read-model.ts'
import { setCallbackOutcome } from '../core/record/callback-store.ts'
import { namedIn, peopleFor } from '../../people/user/read-model.ts'
import { insertMentions } from './mention-store.ts'

export const investigators: readonly Role[] = ['INVESTIGATOR', 'INVESTIGATOR_ADMIN']

interface Versioned {
  readonly version: number
}

const changed = (id: string, { version }: Versioned, state: CaseState): ChangedCase => ({
  id,
  version,
  state,
})

/** Whose answer is awaited stays as it is when the case changes hands. */
const heldState = ({ state }: CaseRecord): CaseState => (state === 'OPEN' ? 'ASSIGNED' : state)

async function give(
  work: Work,
  locked: LockedCase,
  to: { readonly id: string; readonly username: string },
  action: string,
): Promise<ChangedCase> {
  const { record } = locked
  await writeEntry(work, record, 'ASSIGNED', { subject: to.username })
  const state = heldState(record)
  const changes = { state, assigneeId: to.id, assignee: to.username }
  return changed(record.id, await changeCase(work, locked, changes, { action }), state)
}

export async function take(work: Work, id: string, { version }: Versioned): Promise<ChangedCase> {
  return give(work, await lockCase(work, id, 'take', version), work.user, 'TAKE')
}

export async function assign(
  work: Work,
  id: string,
  { version, assigneeId }: Versioned & { readonly assigneeId: string | undefined },
): Promise<ChangedCase> {
  const locked = await lockCase(work, id, 'assign', version)
  const people = await peopleFor(work.tx, locked.record.merchantId, investigators)
  const person = people.find((each) => each.id === assigneeId)
  if (!person)
    throw invalid({
      field: 'assigneeId',
      code: 'UNKNOWN',
      message: 'Not an investigator of this merchant',
    })
  return give(work, locked, person, 'ASSIGN')
}

export async function unassign(work: Work, id: string, { version }: Versioned): Promise<ChangedCase> {
  const locked = await lockCase(work, id, 'unassign', version)
  const { record } = locked
  await writeEntry(work, record, 'UNASSIGNED')
  const state = record.state === 'ASSIGNED' ? 'OPEN' : record.state
  const nobody = { state, assigneeId: null, assignee: null } as const
  return changed(id, await changeCase(work, locked, nobody, { action: 'UNASSIGN' }), state)
}

export async function waitFor(
  work: Work,
  id: string,
  { version, for: whom }: Versioned & { readonly for: (typeof waitingFor)[number] },
): Promise<ChangedCase> {
  const locked = await lockCase(work, id, 'wait', version)
  const { record } = locked
  const free = record.assigneeId === null ? 'OPEN' : 'ASSIGNED'
  const state = whom === 'NOBODY' ? free : (`WAITING_${whom}` as const)
  await writeEntry(work, record, 'WAITING', { subject: whom })
  return changed(id, await changeCase(work, locked, { state }, { action: 'WAIT' }), state)
}

/** Colleagues a comment names find it in their inbox. */
async function tellNamed(
  work: Work,
  { merchantId, id }: CaseRecord,
  { entryId, text }: { readonly entryId: string; readonly text: string },
): Promise<void> {
  const userIds = await namedIn(work, text, { merchantId, access: 'investigate.view' })
  await insertMentions(work.tx, { merchantId, caseId: id, entryId, at: work.now, userIds })
  for (const userId of userIds) work.emit({ merchantId, topic: 'mention', key: userId })
}

/** Comments change nothing, so two people may write at once. */
export async function comment(work: Work, id: string, text: string): Promise<ChangedCase> {
  const locked = await lockCase(work, id, 'comment')
  const { record } = locked
  const entryId = await writeEntry(work, record, 'COMMENT', { text })
  await tellNamed(work, record, { entryId, text })
  const change = await changeCase(work, locked, {}, { action: 'COMMENT', note: text })
  return changed(id, change, record.state)
}

export async function close(
  work: Work,
  id: string,
  {
    version,
    resolution,
    text,
  }: Versioned & { readonly resolution: ClosingResolution; readonly text: string },
): Promise<ChangedCase> {
  const locked = await lockCase(work, id, 'close', version)
  const { record } = locked
  await writeEntry(work, record, 'CLOSED', { text, subject: resolution })
  const resolved = { state: 'RESOLVED', resolution, resolvedAt: work.now } as const
  return changed(id, await changeCase(work, locked, resolved, { action: 'CLOSE', note: text }), 'RESOLVED')
}

export async function reopen(
  work: Work,
  id: string,
  { version, text }: Versioned & { readonly text: string },
): Promise<ChangedCase> {
  const locked = await lockCase(work, id, 'reopen', version)
  const { record } = locked
  if (await hasOtherOpen(work.tx, record))
    throw new Refusal('INVALID_STATE', { message: 'The transaction already has an open case of this kind.' })
  if (record.callbackId !== null)
    await setCallbackOutcome(
      work.tx,
      record.merchantId,
      record.callbackId,
      record.type === 'UNKNOWN_CALLBACK' ? 'UNKNOWN' : 'FAILED',
    )
  await writeEntry(work, record, 'REOPENED', { text })
  const state = record.assigneeId === null ? 'OPEN' : 'ASSIGNED'
  const again = { state, resolution: null, resolvedAt: null } as const
  return changed(id, await changeCase(work, locked, again, { action: 'REOPEN', note: text }), state)
}

/** Somebody wants a payment looked at, whatever the platform thinks of it. */
export async function openByHand(
  work: Work,
  { txId, text }: { readonly txId: number; readonly text: string },
): Promise<ChangedCase> {
  const found = await visiblePayment(work, txId)
  if (!found) throw invalid({ field: 'txId', code: 'UNKNOWN', message: 'There is no such transaction' })
  const { merchantId } = found
  const change = await openCase(work, {
    merchantId,
    txId,
    type: 'MANUAL',
    severity: severityOfAmount(found.amountBaseMinor),
    cause: text,
    by: work.user.username,
  })
  if (!change.isNew) throw new Refusal('DUPLICATE', { message: 'The transaction already has an open case.' })
  const opened = { merchantId, id: change.id, txId, type: 'MANUAL' } as const
  await writeEntry(work, opened, 'OPENED', { text })
  auditCase(work, opened, 'OPEN', { after: { state: 'OPEN' }, note: text, subject: subjectIn(found) })
  return changed(change.id, change, 'OPEN')
}

/** The same for many, each on its own. */
export async function bulk(
  work: Work,
  body: {
    readonly operation: BulkCaseAction
    readonly ids: readonly { readonly id: string; readonly version: number }[]
    readonly params?: { readonly assigneeId?: string }
  },
) {
  const { operation, ids, params } = body
  if (operation === 'assign') work.require('investigate.assign')
  const run = { take, unassign, assign }[operation]
  const assigneeId = params?.assigneeId
  const results = await eachInOwnTransaction(work, ids, (inner, { id, version = 0 }) =>
    run(inner, id, { version, assigneeId }),
  )
  work.audit({
    merchantId: work.scope.selected,
    entityType: 'case',
    entityId: 'bulk',
    entityLabel: counted(results.length, 'case'),
    action: `BULK_${operation.toUpperCase()}`,
    after: { results },
  })
  return { results }
}
