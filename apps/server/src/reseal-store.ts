import { sql, type RawBuilder } from 'kysely'
import type { Database, Tx } from './kit/database.ts'
import type { KeyRing } from './kit/key-ring.ts'
import { secretBox, type SecretBox } from './kit/secret-box.ts'
import type { SealedColumn } from './sealed-columns.ts'

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

/** Values of a key, in the order of its columns. */
type Key = readonly unknown[]

const keyOf = ({ key }: SealedColumn, row: Readonly<Record<string, unknown>>): Key =>
  key.map((name) => row[name])

const keyIs = ({ key }: SealedColumn, operator: '>' | '<=', value: Key): RawBuilder<unknown> =>
  sql`(${list(key.map((name) => sql.ref(name)))}) ${sql.raw(operator)} (${list(value.map((part) => sql`${part}`))})`

const keyOrder = ({ key }: SealedColumn): RawBuilder<unknown> => list(key.map((name) => sql.ref(name)))

/** The key some rows further on; none where fewer are left. */
export const boundary = (
  column: SealedColumn,
  after: Key | undefined,
  rows: number,
): RawBuilder<Readonly<Record<string, unknown>>> => sql`
    select ${keyOrder(column)} from ${sql.table(column.table)} ${after ? sql`where ${keyIs(column, '>', after)}` : sql``}
    order by ${keyOrder(column)} offset ${sql.lit(rows - 1)} limit 1`

export interface Stretch {
  readonly keyId: string
  readonly after: Key | undefined
  readonly upTo: Key | undefined
  readonly limit: number
}

/** Rows of a stretch that are sealed with another key than the one in use, locked; in the order of their key. */
export const sealedOtherwise = (
  column: SealedColumn,
  { keyId, after, upTo, limit }: Stretch,
): RawBuilder<Row> => {
  const facts = Object.entries(column.facts ?? {}).map(
    ([name, expression]) => sql`${sql.raw(expression)} as ${sql.ref(name)}`,
  )
  const conditions = [
    sql`${textOf(column)} like 'v1.%' and ${textOf(column)} not like ${`%.${keyId}`}`,
    ...(after ? [keyIs(column, '>', after)] : []),
    ...(upTo ? [keyIs(column, '<=', upTo)] : []),
    ...(column.atRest ? [sql`(${sql.raw(column.atRest)})`] : []),
  ]
  return sql<Row>`
    select ${list([...column.key.map((name) => sql.ref(name)), ...facts])}, ${textOf(column)} as "$sealed",
      ${keyText(column)} as "$key" from ${sql.table(column.table)}
    where ${sql.join(conditions, sql` and `)}
    order by ${keyOrder(column)} limit ${sql.lit(limit)} for update skip locked`
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

/** So many rows one transaction changes at most, and so many it looks at to find them. */
interface Pace {
  readonly changed: number
  readonly lookedAt: number
}
const ordinaryPace: Pace = { changed: 200, lookedAt: 2_000 }

/**
 * One walk over a column, a batch per transaction, so that nobody waits long and a kill loses one batch at most. How far
 * a batch looks is bounded too: where little is sealed, it would hold what it found until it had read the whole table.
 */
export async function resealColumn(
  db: Database,
  ring: KeyRing,
  column: SealedColumn,
  onBatch: (rows: number) => void | Promise<void>,
  { changed, lookedAt } = ordinaryPace,
): Promise<Resealed> {
  const box = secretBox(ring)
  const plain = db.withoutPlugins()
  const unopened: string[] = []
  let seen = 0
  let after: Key | undefined
  for (;;) {
    const { rows: bounds } = await boundary(column, after, lookedAt).execute(plain)
    const upTo = bounds[0] && keyOf(column, bounds[0])
    const stretch = { keyId: ring.sealing.id, after, upTo, limit: changed }
    const rows = await plain.transaction().execute(async (tx) => {
      const found = await sealedOtherwise(column, stretch).execute(tx)
      unopened.push(...(await sealAnew(tx, box, column, found.rows)))
      return found.rows
    })
    seen += rows.length
    if (rows.length > 0) await onBatch(rows.length)
    const last = rows.at(-1)
    after = last && rows.length === changed ? keyOf(column, last) : upTo
    if (!after) return { rows: seen - unopened.length, unopened }
  }
}

/** Whether something is still sealed with another key, rows somebody works on included; without those that cannot be opened. */
export async function isSealedOtherwise(
  db: Database,
  ring: KeyRing,
  column: SealedColumn,
  unopened: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(column.table)}
    where ${textOf(column)} like 'v1.%' and ${textOf(column)} not like ${`%.${ring.sealing.id}`}
      and ${keyText(column)} <> all(${[...unopened]}::text[]) limit 1`.execute(db.withoutPlugins())
  return rows.length > 0
}
