import { sql, type RawBuilder } from 'kysely'
import type { Database, Tx } from './kit/database.ts'
import type { KeyRing } from './kit/key-ring.ts'
import { secretBox, type SecretBox } from './kit/secret-box.ts'
import type { SealedColumn } from './sealed-columns.ts'

const batchRows = 200

type Row = Readonly<Record<string, unknown>> & { readonly $sealed: string; readonly $key: string }

const list = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql`, `)

/** The sealed text, wherever in the column it stands. */
const textOf = ({ column, path }: SealedColumn): RawBuilder<unknown> =>
  path ? sql`${sql.ref(column)} #>> ${[...path]}::text[]` : sql.ref(column)

/** The key of a row as people read it. */
const keyText = ({ key }: SealedColumn): RawBuilder<unknown> =>
  sql`concat_ws('/', ${list(key.map((name) => sql.ref(name)))})`

/** What takes the place of the whole column when the text within it becomes another. */
function valueOf({ column, path, json }: SealedColumn, sealed: string): RawBuilder<unknown> {
  if (!path) return sql`${sealed}`
  const changed = sql`jsonb_set(${sql.ref(column)}::jsonb, ${[...path]}::text[], to_jsonb(${sealed}::text))`
  return json === 'json' ? sql`${changed}::json` : changed
}

/** Rows behind the last one that are sealed with another key than the one in use, locked; in the order of their key. */
async function nextRows(
  tx: Tx,
  column: SealedColumn,
  { keyId, after }: { readonly keyId: string; readonly after: Row | undefined },
): Promise<readonly Row[]> {
  const key = column.key.map((name) => sql.ref(name))
  const facts = Object.entries(column.facts ?? {}).map(
    ([name, expression]) => sql`${sql.raw(expression)} as ${sql.ref(name)}`,
  )
  const behind = after
    ? sql`and (${list(key)}) > (${list(column.key.map((name) => sql`${after[name]}`))})`
    : sql``
  const atRest = column.atRest ? sql`and (${sql.raw(column.atRest)})` : sql``
  const { rows } = await sql<Row>`
    select ${list([...key, ...facts])}, ${textOf(column)} as "$sealed", ${keyText(column)} as "$key" from ${sql.table(column.table)}
    where ${textOf(column)} like 'v1.%' and ${textOf(column)} not like ${`%.${keyId}`} ${behind} ${atRest}
    order by ${list(key)} limit ${sql.lit(batchRows)} for update skip locked`.execute(tx)
  return rows
}

/** Undefined for what no key here opens: damaged, or sealed with one that is not known. */
function opened(box: SecretBox, { purpose, owner }: SealedColumn, row: Row): string | undefined {
  try {
    return box.open(purpose, owner(row), row.$sealed)
  } catch {
    return undefined
  }
}

/** The keys of rows that could not be opened, which stay as they are. */
async function sealAnew(
  tx: Tx,
  box: SecretBox,
  column: SealedColumn,
  rows: readonly Row[],
): Promise<readonly string[]> {
  const unopened: string[] = []
  for (const row of rows) {
    const content = opened(box, column, row)
    if (content === undefined) unopened.push(row.$key)
    else await putSealed(tx, column, row, box.seal(column.purpose, column.owner(row), content))
  }
  return unopened
}

/** Without names changed on the way: `merchant_id` stays what it is. */
export async function putSealed(
  tx: Tx,
  column: SealedColumn,
  row: Readonly<Record<string, unknown>>,
  sealed: string,
): Promise<void> {
  const { table, key } = column
  const where = sql.join(
    key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  )
  const raised = column.lock ? sql`, ${sql.ref(column.lock)} = ${sql.ref(column.lock)} + 1` : sql``
  await sql`update ${sql.table(table)} set ${sql.ref(column.column)} = ${valueOf(column, sealed)}${raised}
    where ${where}`.execute(tx)
}

export interface Resealed {
  readonly rows: number
  /** Keys of rows that nobody can open with the keys given here. */
  readonly unopened: readonly string[]
}

/** One walk over a column, a batch per transaction, so that nobody waits long and a kill loses one batch at most. */
export async function resealColumn(
  db: Database,
  ring: KeyRing,
  column: SealedColumn,
  onBatch: (rows: number) => void | Promise<void>,
): Promise<Resealed> {
  const box = secretBox(ring)
  const plain = db.withoutPlugins()
  const unopened: string[] = []
  let seen = 0
  let after: Row | undefined
  for (;;) {
    const batch = await plain.transaction().execute(async (tx) => {
      const rows = await nextRows(tx, column, { keyId: ring.sealing.id, after })
      return { rows, unopened: await sealAnew(tx, box, column, rows) }
    })
    seen += batch.rows.length
    unopened.push(...batch.unopened)
    after = batch.rows.at(-1)
    if (!after) return { rows: seen - unopened.length, unopened }
    await onBatch(batch.rows.length)
  }
}

/** How much is still sealed with another key, rows somebody works on included; without those that cannot be opened. */
export async function countSealedOtherwise(
  db: Database,
  ring: KeyRing,
  column: SealedColumn,
  unopened: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from ${sql.table(column.table)}
    where ${textOf(column)} like 'v1.%' and ${textOf(column)} not like ${`%.${ring.sealing.id}`}
      and ${keyText(column)} <> all(${[...unopened]}::text[])`.execute(db.withoutPlugins())
  return rows[0]?.left ?? 0
}
