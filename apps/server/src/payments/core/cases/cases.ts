import {
  caseDueMs,
  type CaseResolution,
  type CaseSeverity,
  type CaseType,
} from '@signalbox/model/investigation/case'
import type { UnitOfWork } from '../../../kit/unit-of-work.ts'
import {
  resolveOpenCase,
  settledDisputes,
  upsertCase,
  type CaseChange,
  type CaseKey,
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
