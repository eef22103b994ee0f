import {
  caseDueMs,
  type CaseResolution,
  type CaseSeverity,
  type CaseType,
} from '@signalbox/model/investigation/case'
import type { UnitOfWork } from '../../../kit/unit-of-work.ts'
import {
  insertEntry,
  lockCaseRow,
  resolveOpenCase,
  settledDisputes,
  updateCase,
  upsertCase,
  type CaseChange,
  type CaseKey,
  type CaseRecord,
  type ClosedCase,
} from './case-store.ts'

/** Whoever looks at cases hears of it with the commit. */
export function tellCase(unit: UnitOfWork, merchantId: number, { id, version, isNew }: CaseChange): void {
  unit.emit({
    merchantId,
    topic: 'case',
    key: id,
    payload: { changeType: isNew ? 'CREATE' : 'UPDATE', version },
  })
}

interface NewCase {
  readonly merchantId: number
  readonly txId: number | null
  readonly callbackId?: string
  readonly type: CaseType
  readonly severity: CaseSeverity
  readonly cause: string
  readonly by?: string
}

/** Somebody has to look at it, within the time this kind of thing has. */
export async function openCase(unit: UnitOfWork, found: NewCase): Promise<CaseChange> {
  const { now } = unit
  const dueAt = new Date(now.getTime() + caseDueMs(found.type))
  const change = await upsertCase(unit.tx, { ...found, id: unit.newId(), dueAt, now })
  tellCase(unit, found.merchantId, change)
  return change
}

/** Nobody has to look at it any more. Tells which case that was; nothing happens where there is no open one. */
export async function closeCase(
  unit: UnitOfWork,
  key: CaseKey,
  resolution: CaseResolution,
  by: string,
): Promise<ClosedCase | undefined> {
  const change = await resolveOpenCase(unit.tx, key, resolution, { now: unit.now, by })
  if (change) tellCase(unit, key.merchantId, change)
  return change
}

/**
 * What a case was opened for is gone, or was explained: nobody has to look at it any more, and whoever did reads why.
 * Nothing happens where it is closed already, or was opened at another time, and so for something else.
 */
export async function closeObsoleteCase(
  unit: UnitOfWork,
  key: Pick<CaseRecord, 'merchantId' | 'id' | 'openedAt'>,
  why: string,
  by: string,
): Promise<void> {
  const { tx, now } = unit
  const record = await lockCaseRow(tx, key)
  if (!record || record.state === 'RESOLVED') return
  if (Date.parse(record.openedAt) !== Date.parse(key.openedAt)) return
  const { merchantId, id, txId, type, state, assignee, resolution, version } = record
  const closed = { state: 'RESOLVED', resolution: 'NO_ACTION' } as const
  const change = await updateCase(tx, record, { ...closed, resolvedAt: now }, { now, by })
  const written = { merchantId, id: unit.newId(), caseId: id, authorId: by, author: by, at: now }
  await insertEntry(tx, { ...written, kind: 'CLOSED', text: why, subject: closed.resolution })
  unit.audit({
    merchantId,
    entityType: 'case',
    entityId: id,
    entityLabel: txId === null ? type : `${type} ${txId}`,
    changeType: 'UPDATE',
    action: 'CLOSE',
    before: { state, assignee, resolution, version },
    after: { ...closed, assignee, version: change.version },
    note: why,
  })
  tellCase(unit, merchantId, change)
}

/** A dispute that was won in parts stays open until the last of it came back. */
export async function closeDisputesOf(
  unit: UnitOfWork,
  merchantId: number,
  originTxId: number,
  by: string,
): Promise<void> {
  for (const txId of await settledDisputes(unit.tx, merchantId, originTxId))
    await closeCase(unit, { merchantId, txId, type: 'DISPUTE' }, 'LATE_CALLBACK', by)
}
