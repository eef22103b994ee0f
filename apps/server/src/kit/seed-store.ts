import { sql } from 'kysely'
import type { Tx } from './database.ts'
import type { Database } from './database.ts'

/** Names of what a release brought along before, whether it is still there or not. */
export async function seededNames(db: Database | Tx, setting: string): Promise<string[]> {
  const found = await db
    .selectFrom('platformSetting')
    .select('value')
    .where('name', '=', setting)
    .executeTakeFirst()
  return (found?.value ?? []) as string[]
}

/** The same, so that of two nodes that start at once the second waits and finds the work done. */
export async function lockSeededNames(tx: Tx, setting: string): Promise<string[]> {
  await tx
    .insertInto('platformSetting')
    .values({ name: setting, value: '[]' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`select 1 from platform_setting where name = ${setting} for update`.execute(tx)
  return seededNames(tx, setting)
}

export async function saveSeededNames(tx: Tx, setting: string, names: readonly string[]): Promise<void> {
  await tx
    .updateTable('platformSetting')
    .set({ value: JSON.stringify(names) })
    .where('name', '=', setting)
    .execute()
}

/** A row of an entity with its id, as columns and as the record that its history begins with. */
export interface SeededRow {
  readonly id: string
  readonly columns: Readonly<Record<string, unknown>>
  readonly record: object
}

/**
 * Writes rows at once, and the first version of each that was not there already: what somebody made before keeps its place.
 */
export async function insertSeeded(
  tx: Tx,
  {
    table,
    entity,
    merchantId,
    rows,
  }: { table: string; entity: string; merchantId: number; rows: readonly SeededRow[] },
  now: Date,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = sql.join(Object.keys(first.columns).map((name) => sql.ref(name)))
  const content = JSON.stringify(rows.map(({ columns }) => columns))
  const inserted = await sql<{ id: string }>`insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${content}::jsonb)
    on conflict do nothing returning id::text`.execute(tx)
  const ids = new Set(inserted.rows.map(({ id }) => id))
  const versions = rows
    .filter(({ id }) => ids.has(id))
    .map(({ id, record }) => ({
      merchant_id: merchantId,
      entity,
      record_id: id,
      version: 1,
      change_type: 'CREATE',
      by_user: 'system',
      note: 'Comes with the platform',
      at: now.toISOString(),
      record,
    }))
  await sql`insert into record_version (merchant_id, entity, record_id, version, change_type, by_user, note, at, record)
    select merchant_id, entity, record_id, version, change_type, by_user, note, at, record
    from jsonb_populate_recordset(null::record_version, ${JSON.stringify(versions)}::jsonb)`.execute(tx)
}
