import { sql, type RawBuilder } from 'kysely'
import { tableOf, type Entity } from '@signalbox/model/field/entity'
import type { HistoryEntry } from '@signalbox/model/field/resource'
import type { ChangeType } from './audit.ts'
import { snake } from './column.ts'
import type { Tx } from './database.ts'

export interface NewVersion {
  readonly merchantId: number
  readonly entity: string
  readonly recordId: string
  readonly version: number
  readonly changeType: ChangeType
  readonly by: string
  readonly note: string | null
  readonly record: unknown
}

const rowsPerInsert = 500

export async function keepAll(tx: Tx, versions: readonly NewVersion[], now: Date): Promise<void> {
  const rows = versions.map(({ by, record, ...rest }) => ({
    ...rest,
    byUser: by,
    record: JSON.stringify(record),
    at: now,
  }))
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await tx
      .insertInto('recordVersion')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute()
}

export const keepVersion = (tx: Tx, version: NewVersion, now: Date): Promise<void> =>
  keepAll(tx, [version], now)

const isoText = (column: string) =>
  sql`to_char(${sql.ref(`t.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A row as a record, made where the row is. */
function recordJson(e: Entity): RawBuilder<unknown> {
  const columns: [string, RawBuilder<unknown>][] = [
    ['id', sql`t.id::text`],
    ['merchantId', sql`t.merchant_id`],
    ['version', sql`t.version`],
    ['createdAt', isoText('created_at')],
    ['updatedAt', isoText('updated_at')],
    ['updatedBy', sql`t.updated_by`],
    ...Object.entries(e.fields).map(([name, { kind }]): [string, RawBuilder<unknown>] => {
      const column = sql.ref(`t.${snake(name)}`)
      return [name, kind === 'decimal' ? sql`${column}::text` : sql`${column}`]
    }),
  ]
  return sql`jsonb_build_object(${sql.join(columns.map(([name, value]) => sql`${sql.lit(name)}, ${value}`))})`
}

/** The versions of many records at once, after a statement that changed them all. */
export async function keepVersions(
  tx: Tx,
  e: Entity,
  {
    ids,
    changeType,
    by,
    note,
    now,
  }: {
    readonly ids: readonly string[]
    readonly changeType: ChangeType
    readonly by: string
    readonly note: string | null
    readonly now: Date
  },
): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into record_version (merchant_id, entity, record_id, version, change_type, at, by_user, note, record)
    select t.merchant_id, ${e.slug}, t.id::text, t.version, ${changeType}, ${now}, ${by}, ${note}, ${recordJson(e)}
    from unnest(${[...ids]}::uuid[]) as changed (id) join ${sql.table(tableOf(e))} t on t.id = changed.id`.execute(
    tx,
  )
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
