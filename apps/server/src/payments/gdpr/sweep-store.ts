import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { passesFor, type Passes, type PersonWords } from '../../kit/person-words.ts'
import { named, replacedIn } from '../../kit/words-sql.ts'
import { personColumns } from './person-columns.ts'
import type { Person } from './request-store.ts'

type ColumnTypes = ReadonlyMap<string, string>

const wordTypes = sql`(data_type in ('text', 'json', 'jsonb') or (data_type = 'ARRAY' and udt_name = '_text'))`

/** `table.column` of every column that may hold words, with its type. */
async function typesOf(tx: Tx): Promise<ColumnTypes> {
  const { rows } = await sql<{ name: string; type: string }>`
    select table_name || '.' || column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' and ${wordTypes}`.execute(tx)
  return new Map(rows.map(({ name, type }) => [name, type]))
}

interface Replaced {
  readonly value: RawBuilder<unknown>
  readonly isNamed: RawBuilder<unknown>
}

/** What stands in them decides about payments, so the ids of others stay whole. */
const deciding = new Set(['config', 'ruleset_test_case'])

function replacedColumn(table: string, name: string, type: string, passes: Passes): Replaced | null {
  const column = sql.ref(name)
  const inJson = deciding.has(table) ? passes.json : passes.history
  const own = type.startsWith('json') ? inJson : passes.text
  if (own.length === 0) return null
  if (type === 'ARRAY')
    return {
      value: sql`array(select ${replacedIn(sql`one.word`, own)} from unnest(${column}) with ordinality one (word, place)
        order by one.place)`,
      isNamed: sql`exists (select 1 from unnest(${column}) one (word) where ${named(sql`one.word`, own)})`,
    }
  const text = type === 'text' ? column : sql`${column}::text`
  return { value: sql`${replacedIn(text, own)}::${sql.raw(type)}`, isNamed: named(text, own) }
}

interface Place {
  readonly table: string
  readonly columns: readonly string[]
  readonly where: RawBuilder<unknown>
}

/** Rows in which something was replaced. */
async function sweep(
  tx: Tx,
  types: ColumnTypes,
  passes: Passes,
  { table, columns, where }: Place,
): Promise<number> {
  const changes = columns.flatMap((name) => {
    const type = types.get(`${table}.${name}`)
    const change = type === undefined ? null : replacedColumn(table, name, type, passes)
    return change ? [{ name, ...change }] : []
  })
  if (changes.length === 0) return 0
  const sets = sql.join(
    changes.map(
      ({ name, value, isNamed }) => sql`${sql.ref(name)} = case when ${isNamed} then ${value}
      else ${sql.ref(name)} end`,
    ),
  )
  const some = sql.join(
    changes.map(({ isNamed }) => isNamed),
    sql` or `,
  )
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sets}
    where ${where} and (${some})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

const columnsOf = (list: string | undefined): string[] => (list ?? '').split(' ').filter(Boolean)

/** The merchant and those above it: what they say holds for the merchant's users too. */
export async function merchantsAbove(tx: Tx, merchantId: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select unnest(string_to_array(trim(both '/' from path), '/')::integer[]) as id
    from merchant where id = ${merchantId}`.execute(tx)
  return rows.map(({ id }) => id).filter((id) => id !== merchantId)
}

/** Whether another merchant has a user of the same id: merchants above may mean that one. */
export async function isSharedId(tx: Tx, { merchantId, userId }: Person): Promise<boolean> {
  const { rows } = await sql`select 1 from merchant m where m.id <> ${merchantId} and (
      exists (select 1 from transaction t where t.merchant_id = m.id and t.user_id = ${userId})
      or exists (select 1 from user_psp_account a where a.merchant_id = m.id and a.merchant_user_id = ${userId})
      or exists (select 1 from kyc_check k where k.merchant_id = m.id and k.user_id = ${userId})) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Filters offer what occurred among payments. Two values may become one. */
async function sweepOffered(tx: Tx, merchantId: number, { text }: Passes): Promise<void> {
  if (text.length === 0) return
  const own = sql`merchant_id = ${merchantId} and ${named(sql.ref('value'), text)}`
  await sql`insert into transaction_value (merchant_id, name, value)
    select merchant_id, name, ${replacedIn(sql.ref('value'), text)} from transaction_value where ${own}
    on conflict do nothing`.execute(tx)
  await sql`delete from transaction_value where ${own}`.execute(tx)
}

/** What of the person's own payments is not erased as a whole, such as channel and tags, may still name them. */
async function sweepPayments(
  tx: Tx,
  types: ColumnTypes,
  passes: Passes,
  ids: readonly number[],
  merchantId: number,
): Promise<void> {
  const columns = [...types.keys()].flatMap((name) =>
    name.startsWith('transaction.') ? [name.slice('transaction.'.length)] : [],
  )
  const where = sql`merchant_id = ${merchantId} and id = any(${[...ids]}::bigint[])`
  await sweep(tx, types, passes, {
    table: 'transaction',
    columns: columns.filter((name) => name !== 'user_id'),
    where,
  })
}

/** Replaces the words of a person wherever people write freely. Gives how many rows of which table named them. */
export async function sweepWords(
  tx: Tx,
  person: Person & { readonly pseudonym: string },
  names: readonly string[],
  payments: readonly number[],
): Promise<Readonly<Record<string, number>>> {
  const { merchantId, userId, pseudonym } = person
  const types = await typesOf(tx)
  const words: PersonWords = { userId, names }
  const own = passesFor(words, pseudonym, true)
  const above = await merchantsAbove(tx, merchantId)
  const aboveToo = passesFor(words, pseudonym, !(await isSharedId(tx, person)))
  await sweepPayments(tx, types, own, payments, merchantId)
  await sweepOffered(tx, merchantId, own)
  // Answers kept for a second try of a call may hold what was swept elsewhere.
  await sql`delete from operation where ${named(sql`reply::text`, [...own.history, ...own.text])}`.execute(tx)
  const found: Record<string, number> = {}
  for (const [table, { swept, sweptWhere }] of Object.entries(personColumns)) {
    const columns = columnsOf(swept)
    if (columns.length === 0 || table === 'transaction_value') continue
    const some = sweptWhere === undefined ? sql`true` : sql.raw(sweptWhere)
    const rows =
      (await sweep(tx, types, own, { table, columns, where: sql`merchant_id = ${merchantId} and ${some}` })) +
      (await sweep(tx, types, aboveToo, {
        table,
        columns,
        where: sql`merchant_id = any(${above}::integer[]) and ${some}`,
      }))
    if (rows > 0) found[table] = rows
  }
  return found
}

/** Rows kept as evidence that name the person, of the merchant and those above it. */
export async function evidenceNaming(
  tx: Tx,
  person: Person & { readonly pseudonym: string },
  names: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const { merchantId, userId, pseudonym } = person
  const merchants = [merchantId, ...(await merchantsAbove(tx, merchantId))]
  const passes = passesFor({ userId, names }, pseudonym, true)
  const types = await typesOf(tx)
  const found: Record<string, number> = {}
  for (const [table, { evidence, evidenceWhere }] of Object.entries(personColumns)) {
    const parts = columnsOf(evidence).flatMap((name) => {
      const type = types.get(`${table}.${name}`)
      const change = type === undefined ? null : replacedColumn(table, name, type, passes)
      return change ? [change.isNamed] : []
    })
    if (parts.length === 0) continue
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}
      where merchant_id = any(${merchants}::integer[]) and ${sql.raw(evidenceWhere ?? 'true')} and (${sql.join(parts, sql` or `)})`.execute(
      tx,
    )
    const count = rows[0]?.count ?? 0
    if (count > 0) found[table] = count
  }
  return found
}
