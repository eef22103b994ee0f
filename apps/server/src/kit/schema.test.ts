import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entities } from '@signalbox/model/entities/index'
import { tableOf, writableFields, type Entity } from '@signalbox/model/field/entity'
import { inputSchema } from '@signalbox/model/field/field-schema'
import { columnTypes, snake } from './column.ts'
import { kitApp, type KitApp } from './testing/kit-app.ts'

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(() => [])
})
afterAll(() => kit.close())

/** Global by nature: reference data, what is looked up before anybody is known, and the platform's own bookkeeping. */
const global = new Set([
  'schema_migration',
  'platform_setting',
  'merchant',
  'operation',
  'session',
  'login_attempt',
  'password_link',
  'login_throttle',
  'job_status',
  'job_worker',
  'report_scope',
  'geo_ip_range',
  'tx_node',
  'kept_key',
  'node_key',
  // Pictures are known by what they are.
  'logo_picture',
])

/** Views that are written to, with the table that takes it. */
const tablesBehind: Readonly<Record<string, string>> = { product: 'store_product' }

/** The columns of a view never say whether they can be null. */
async function nullableOf(table: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select column_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'YES' and table_type <> 'VIEW'`.execute(
    kit.db,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Null empties these, because their columns hold a list or a text always; a test of their feature tries it. */
const emptied = new Set<string>([
  'psp.services',
  'psp.statusMap',
  'forex-rate.fromCurrency',
  'forex-rate.rateDate',
  'forex-rate.service',
])

describe('the schema', () => {
  it('has the merchant in every key that is not global by nature', async () => {
    const keys = await sql<{ table: string; columns: string[] }>`
      select c.relname as table, array_agg(a.attname::text) as columns
      from pg_index i
      join pg_class c on c.oid = i.indrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indisprimary group by c.relname`.execute(kit.db)
    expect(keys.rows.length).toBeGreaterThan(8)
    const without = keys.rows.filter((key) => !key.columns.some((name) => name.endsWith('merchant_id')))
    expect(without.map((key) => key.table).filter((table) => !global.has(table))).toEqual([])
  })

  it('has a primary key on every table, no sequence, and triggers only to guard what is append-only', async () => {
    const tables = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p')
        and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`.execute(kit.db)
    expect(tables.rows).toEqual([])
    const sequences = await sql<{ name: string }>`select c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'S'`.execute(
      kit.db,
    )
    expect(sequences.rows).toEqual([])
    const triggers = await sql<{ table: string }>`select distinct c.relname as table from pg_trigger t
      join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and not t.tgisinternal order by 1`.execute(kit.db)
    expect(triggers.rows.map((row) => row.table)).toEqual([
      'audit_anchor',
      'audit_entry',
      'journal_entry',
      'journal_seal',
      'posting',
    ])
  })

  it('keeps instants in milliseconds', async () => {
    const columns = await sql<{ name: string }>`select table_name || '.' || column_name as name
      from information_schema.columns where table_schema = 'public'
      and data_type = 'timestamp with time zone' and datetime_precision <> 3`.execute(kit.db)
    expect(columns.rows).toEqual([])
  })

  it.each(entities.map((e) => [e.slug, e as Entity] as const))(
    'agrees with the declaration of %s',
    async (_slug, e) => {
      const found = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = ${tableOf(e)}`.execute(kit.db)
      const types = new Map(found.rows.map((row) => [row.name, row.type]))
      const nullable = await nullableOf(tablesBehind[tableOf(e)] ?? tableOf(e))
      for (const [name, field] of Object.entries(e.fields)) {
        expect(columnTypes[field.kind], `${e.slug}.${name}`).toContain(types.get(snake(name)))
        // Lists rely on it: where there are no nulls, the order of an index is the order of the list.
        if (field.required) expect(nullable, `${e.slug}.${name}`).not.toContain(snake(name))
      }
      const cleared = writableFields(e).filter(
        ([, field]) => !field.required && inputSchema(field).safeParse(null).success,
      )
      const nowhere = cleared.map(([name]) => name).filter((name) => !nullable.has(snake(name)))
      expect(nowhere.map((name) => `${e.slug}.${name}`).filter((name) => !emptied.has(name))).toEqual([])
      for (const name of ['id', 'version', 'created_at', 'updated_at', 'updated_by'])
        expect(types.has(name)).toBe(true)
    },
  )

  it('lets the app role write, but not rewrite the audit log and the books', async () => {
    await expect(sql`update audit_entry set note = 'x'`.execute(kit.db)).rejects.toThrow(/permission denied/)
    await expect(sql`delete from audit_entry`.execute(kit.db)).rejects.toThrow(/permission denied/)
    await expect(sql`truncate audit_entry`.execute(kit.db)).rejects.toThrow(/permission denied/)
    for (const table of ['journal_entry', 'posting', 'journal_seal']) {
      const books = sql.table(table)
      await expect(sql`delete from ${books}`.execute(kit.db)).rejects.toThrow(/permission denied/)
      await expect(sql`truncate ${books}`.execute(kit.db)).rejects.toThrow(/permission denied/)
      await expect(sql`update ${books} set merchant_id = 1`.execute(kit.db)).rejects.toThrow(/denied/)
    }
    await expect(sql`create table mine (id int)`.execute(kit.db)).rejects.toThrow(/permission denied/)
    const who = await sql<{ role: string }>`select session_user::text as role`.execute(kit.db)
    expect(who.rows[0]?.role).toBe('signalbox_app')
  })
})
