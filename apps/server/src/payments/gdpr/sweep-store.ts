import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { passesFor, type Passes } from '../../kit/person-words.ts'
import { named, replacedIn } from '../../kit/words-sql.ts'
import { personColumns } from './person-columns.ts'
import type { Person } from './request-store.ts'
import type { TheirWords } from './words-store.ts'

type ColumnTypes = ReadonlyMap<string, string>

const wordTypes = sql`(data_type in ('text', 'json', 'jsonb') or (data_type = 'ARRAY' and udt_name = '_text'))`

/** `table.column` of every column that may hold words, with its type. */
export async function typesOf(tx: Tx): Promise<ColumnTypes> {
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
export async function sweep(
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

/** What is replaced by the pseudonym: in what is about the person, at their merchant, and at merchants above. */
interface PersonPasses {
  readonly own: Passes
  /** A word that another user of the merchant has too may mean that one. */
  readonly here: Passes
  readonly anywhere: Passes
}

export function passesOf(words: TheirWords, pseudonym: string): PersonPasses {
  const { userId, all, here, alone, isSharedId } = words
  return {
    own: passesFor({ userId, names: all }, pseudonym, true),
    here: passesFor({ userId, names: here }, pseudonym, true),
    anywhere: passesFor({ userId, names: alone }, pseudonym, !isSharedId),
  }
}

/** Filters offer what occurred among payments, of which those of the person have other values now. Two may become one. */
async function sweepOffered(tx: Tx, merchantId: number, { own, here }: PersonPasses): Promise<void> {
  const naming = ({ text }: Passes) => sql`merchant_id = ${merchantId} and ${named(sql.ref('value'), text)}`
  if (own.text.length > 0)
    await sql`insert into transaction_value (merchant_id, name, value)
      select merchant_id, name, ${replacedIn(sql.ref('value'), own.text)} from transaction_value where ${naming(own)}
      on conflict do nothing`.execute(tx)
  if (here.text.length > 0) await sql`delete from transaction_value where ${naming(here)}`.execute(tx)
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
  { merchantId, pseudonym }: Person & { readonly pseudonym: string },
  words: TheirWords,
  payments: readonly number[],
): Promise<Readonly<Record<string, number>>> {
  const types = await typesOf(tx)
  const passes = passesOf(words, pseudonym)
  const above = await merchantsAbove(tx, merchantId)
  await sweepPayments(tx, types, passes.own, payments, merchantId)
  await sweepOffered(tx, merchantId, passes)
  // Answers kept for a second try of a call may hold what was swept elsewhere. They are of no merchant.
  const inReplies = [...passes.anywhere.history, ...passes.anywhere.text]
  if (inReplies.length > 0)
    await sql`delete from operation where ${named(sql`reply::text`, inReplies)}`.execute(tx)
  const found: Record<string, number> = {}
  for (const [table, { swept, sweptWhere }] of Object.entries(personColumns)) {
    const columns = columnsOf(swept)
    if (columns.length === 0 || table === 'transaction_value') continue
    const some = sweptWhere === undefined ? sql`true` : sql.raw(sweptWhere)
    const rows =
      (await sweep(tx, types, passes.here, {
        table,
        columns,
        where: sql`merchant_id = ${merchantId} and ${some}`,
      })) +
      (await sweep(tx, types, passes.anywhere, {
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
  { merchantId, pseudonym }: Person & { readonly pseudonym: string },
  words: TheirWords,
): Promise<Readonly<Record<string, number>>> {
  const merchants = [merchantId, ...(await merchantsAbove(tx, merchantId))]
  const passes = passesOf(words, pseudonym).own
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
