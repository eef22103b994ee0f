import type { HistoryEntry } from '@signalbox/model/field/resource'
import type { ChangeType } from './audit.ts'
import type { Tx } from './database.ts'

interface NewVersion {
  readonly merchantId: number
  readonly entity: string
  readonly recordId: string
  readonly version: number
  readonly changeType: ChangeType
  readonly by: string
  readonly note: string | null
  readonly record: unknown
}

export async function keepVersion(tx: Tx, version: NewVersion, now: Date): Promise<void> {
  const { by, record, ...rest } = version
  await tx
    .insertInto('recordVersion')
    .values({ ...rest, byUser: by, record: JSON.stringify(record), at: now })
    .execute()
}

export async function versionsOf(
  tx: Tx,
  where: { entity: string; recordId: string; merchants: readonly number[] },
  limit: number,
): Promise<HistoryEntry[]> {
  const rows = await tx
    .selectFrom('recordVersion')
    .selectAll()
    .where('merchantId', 'in', [...where.merchants])
    .where('entity', '=', where.entity)
    .where('recordId', '=', where.recordId)
    .orderBy('version', 'desc')
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    version: row.version,
    changeType: row.changeType,
    at: row.at,
    by: row.byUser,
    note: row.note,
    record: row.record,
  }))
}
