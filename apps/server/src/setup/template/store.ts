import { sql, type RawBuilder } from 'kysely'
import type { HistoryEntry } from '@signalbox/model/field/resource'
import type { TemplateRecord, TemplateType } from '@signalbox/model/template-language/template'
import type { Tx } from '../../kit/database.ts'
import type { Scope } from '../../kit/scope.ts'

/** Templates the selected merchant wrote itself, or those it inherits. */
export const isOwn = (scope: Scope, own: boolean): RawBuilder<boolean> =>
  sql<boolean>`(merchant_id = ${scope.selected}) is ${sql.raw(own ? 'true' : 'false')}`

export interface HistoryQuestion {
  readonly merchants: readonly number[]
  readonly type: TemplateType
  readonly templateType: string
  /** Only this one of the templates of the name, which has one per locale, channel and site. */
  readonly id?: string
  readonly limit: number
}

/** By name rather than by id, so that deleted templates are found; a record is followed through its renames. */
export async function historyByName(
  tx: Tx,
  { merchants, type, templateType, id, limit }: HistoryQuestion,
): Promise<HistoryEntry<TemplateRecord>[]> {
  const own = [...merchants]
  const named = sql`select distinct record_id from record_version
    where entity = 'template' and merchant_id = any(${own}::integer[])
      and record ->> 'type' = ${type} and record ->> 'templateType' = ${templateType}`
  const found = await sql<HistoryEntry<TemplateRecord>>`
    select version, change_type, at, by_user as by, note, record from record_version
    where entity = 'template' and merchant_id = any(${own}::integer[])
      and record_id in (${id === undefined ? named : sql`${named} and record_id = ${id}`})
    order by at desc, version desc, change_type = 'DELETE' desc
    limit ${limit}`.execute(tx)
  return found.rows
}

/** An id names one template for good, also after its deletion: its history stays. */
export async function isUsedId(tx: Tx, merchantId: number, id: string): Promise<boolean> {
  const found = await sql<{ used: boolean }>`
    select exists (select 1 from template where id = ${id}::uuid)
      or exists (select 1 from record_version
        where merchant_id = ${merchantId} and entity = 'template' and record_id = ${id}) as used`.execute(tx)
  return found.rows[0]?.used ?? false
}

/** The own row that took the place of an ancestor's since somebody looked at that. */
export async function ownIdInsteadOf(tx: Tx, scope: Scope, ancestorId: string): Promise<string | undefined> {
  const found = await sql<{ id: string }>`
    select own.id::text from template above join template own
      on own.merchant_id = ${scope.selected}
      and (own.type, own.template_type, own.locale) = (above.type, above.template_type, above.locale)
      and own.channel is not distinct from above.channel and own.url is not distinct from above.url
    where above.id::text = ${ancestorId} and above.merchant_id = any(${scope.chain.slice(1)}::integer[])`.execute(
    tx,
  )
  return found.rows[0]?.id
}

export interface CountingTemplate {
  readonly merchantId: number
  readonly ownerId: number
  readonly templateId: string
}

/** Which template of this key counts on each of the merchants: the one whose owner is nearest above. */
export async function whereItCounts(
  tx: Tx,
  merchants: readonly number[],
  key: Pick<TemplateRecord, 'type' | 'templateType' | 'locale' | 'channel' | 'url'>,
): Promise<CountingTemplate[]> {
  const found = await sql<CountingTemplate>`
    select distinct on (m.path) m.id as merchant_id, owner.id as owner_id, t.id::text as template_id
    from merchant m
    join merchant owner on m.path like owner.path || '%'
    join template t on t.merchant_id = owner.id
    where m.id = any(${[...merchants]}::integer[])
      and (t.type, t.template_type, t.locale) = (${key.type}, ${key.templateType}, ${key.locale})
      and t.channel is not distinct from ${key.channel} and t.url is not distinct from ${key.url}
    order by m.path, owner.level desc`.execute(tx)
  return found.rows
}

/** What reports may read: `view.column` with its type, from the catalogue itself, so that it cannot be out of date. */
export async function reportColumns(tx: Tx): Promise<{ path: string; type: string }[]> {
  const found = await sql<{ path: string; type: string }>`
    select c.relname || '.' || a.attname as path, pg_catalog.format_type(a.atttypid, null) as type
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'report' and c.relkind = 'v'
    order by c.relname, a.attnum`.execute(tx)
  return found.rows
}

const seededSetting = 'default-templates'

/** Names of the templates the platform was given so far, whatever became of them. */
export async function seededTemplates(tx: Tx): Promise<string[]> {
  const found = await tx
    .selectFrom('platformSetting')
    .select('value')
    .where('name', '=', seededSetting)
    .executeTakeFirst()
  return (found?.value ?? []) as string[]
}

/** The same, so that of two nodes that start at once the second waits and finds the work done. */
export async function lockSeeded(tx: Tx): Promise<string[]> {
  await tx
    .insertInto('platformSetting')
    .values({ name: seededSetting, value: '[]' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const locked = await tx
    .selectFrom('platformSetting')
    .select('value')
    .where('name', '=', seededSetting)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return locked.value as string[]
}

export async function saveSeeded(tx: Tx, names: readonly string[]): Promise<void> {
  await tx
    .updateTable('platformSetting')
    .set({ value: JSON.stringify(names) })
    .where('name', '=', seededSetting)
    .execute()
}

/** A seed writes what is missing and leaves alone what somebody may have edited since. */
export async function insertMissing(tx: Tx, values: Readonly<Record<string, unknown>>): Promise<boolean> {
  const names = Object.keys(values).map((name) => sql.ref(name))
  const inserted = await sql`insert into template (${sql.join(names)})
    values (${sql.join(Object.values(values).map((value) => sql`${value}`))})
    on conflict do nothing returning id`.execute(tx)
  return inserted.rows.length > 0
}

export async function addressOfUser(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('backofficeUser')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.email
}
