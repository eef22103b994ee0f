import { sql, type RawBuilder } from 'kysely'
import { filtersOf, tableOf, type Entity, type RecordOf } from '@signalbox/model/field/entity'
import { totalCap, type Page } from '@signalbox/model/field/paging'
import type { ListQuery } from '@signalbox/model/field/resource'
import { Refusal } from '@signalbox/model/text/refusal'
import { isUuid } from '@signalbox/model/field/validators'
import { snake, toColumn } from './column.ts'
import type { Tx } from './database.ts'
import { conditionsOf, type Condition, type CustomFilters } from './entity-filter.ts'
import { cursorAt, readCursor, sortOf, writeCursor, type Cursor } from './entity-sort.ts'
import { platformOf, type Scope } from './scope.ts'
import { isMerchant, isPresent, merchantColumnOf, visibleRows } from './visible-rows.ts'

type Row = Record<string, unknown>

export interface EntityStore<R> {
  list(query: ListQuery): Promise<Page<R>>
  /** Everything the query finds, in batches, for exports. */
  batches(query: ListQuery, size: number): AsyncGenerator<R[]>
  /** A row in the caller's sight, inherited ones included; otherwise the caller gets "not found". */
  get(id: string): Promise<R>
  find(id: string): Promise<R | undefined>
  /** The same, locked for a change. */
  lock(id: string): Promise<R>
  insert(values: Row): Promise<R>
  /** Compare-and-set on `version`; a stale one is refused with the record as it is now. */
  update(id: string, version: number, values: Row): Promise<R>
  remove(id: string, version: number | undefined): Promise<R>
  /** Nearest row with these key values above the selected merchant: what an override hides. */
  inheritedTwin(record: R): Promise<R | undefined>
  /** Where a new row of an ordered entity goes: behind all others of the selected merchant. */
  nextPosition(): Promise<number>
}

/** What an entity's rows are asked about with: one entity, one transaction, one scope. */
interface StoreContext<E extends Entity> {
  readonly e: E
  readonly tx: Tx
  readonly scope: Scope
  readonly filters: CustomFilters
  /** Conditions that hold for every row this store sees. */
  readonly limits: readonly Condition[]
}

/** The only way to an entity's rows. It is made from a transaction and a scope, and adds the scope to every statement. */
export function entityStore<E extends Entity>(
  e: E,
  tx: Tx,
  scope: Scope,
  filters: CustomFilters = {},
  seen?: Condition,
): EntityStore<RecordOf<E>> {
  const rows = rowsOf({ e, tx, scope, filters, limits: seen ? [seen] : [] })
  const reads = readsOf(rows)
  return { ...reads, ...writesOf(rows, reads.get), ...neighboursOf(rows) }
}

/** Rows of the table and the records they are. */
function rowsOf<E extends Entity>(context: StoreContext<E>) {
  type R = RecordOf<E>
  const { e, tx, scope } = context
  const inherited = e.scope === 'inherited'
  const columns = Object.keys(e.fields).map((name) => [name, snake(name)] as const)
  function toRecord(row: Row): R {
    const merchantId = isMerchant(e) ? row.id : row.merchant_id
    const record: Row = {
      id: String(row.id),
      merchantId,
      version: row.version,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      updatedBy: row.updated_by,
    }
    for (const [name, column] of columns) record[name] = row[column] ?? null
    if (e.ordered) record.position = row.position
    if (inherited) record.inherited = merchantId !== scope.selected
    return record as R
  }

  // Every column is renamed on its way into a record, so renaming all of them before would only cost time.
  const asStored = tx.withoutPlugins()
  async function rows(statement: RawBuilder<unknown>): Promise<Row[]> {
    return (await statement.execute(asStored)).rows as Row[]
  }

  /** An id of another form cannot be anybody's; asking the database would be an error, not an answer. */
  function idMatches(id: string): Condition {
    if (isMerchant(e)) return /^\d{1,9}$/.test(id) ? sql<boolean>`id = ${Number(id)}` : sql<boolean>`false`
    return isUuid(id) ? sql<boolean>`id = ${id}::uuid` : sql<boolean>`false`
  }

  return {
    ...context,
    table: sql.table(tableOf(e)),
    merchantColumn: merchantColumnOf(e),
    toRecord,
    rows,
    idMatches,
  }
}

type EntityRows<E extends Entity> = ReturnType<typeof rowsOf<E>>

function readsOf<E extends Entity>(store: EntityRows<E>) {
  type R = RecordOf<E>
  const { e, scope, filters, limits, merchantColumn, toRecord, rows, idMatches } = store
  const visible = visibleRows(e, scope)

  function whereClauses(query: ListQuery): Condition[] {
    const conditions = [...limits, ...conditionsOf(e, query, filters)]
    const { merchants } = query
    if (e.deletedMark && !query[e.deletedMark.field]) conditions.push(isPresent(e))
    const ownMeaning = filtersOf(e).some(({ name }) => name === 'merchants')
    if (typeof merchants === 'string' && merchants !== '' && !ownMeaning) {
      const ids = merchants.split(',').map(Number).filter(Number.isSafeInteger)
      conditions.push(sql<boolean>`${merchantColumn} = any(${ids}::integer[])`)
    }
    return conditions
  }

  async function list(query: ListQuery): Promise<Page<R>> {
    const sort = sortOf(e, query.sort)
    const conditions = whereClauses(query)
    const cursor = query.cursor ? readCursor(sort, query.cursor) : undefined
    const offset = cursor ? 0 : query.start
    const [found, counted] = await Promise.all([
      rows(visible.page({ conditions, sort, cursor, limit: query.limit + 1, offset })),
      rows(visible.count(conditions, totalCap + 1)),
    ])
    const total = Number(counted[0]?.total ?? 0)
    const items = found.slice(0, query.limit)
    const last = items.at(-1)
    return {
      items: items.map(toRecord),
      start: query.start,
      limit: query.limit,
      total: Math.min(total, totalCap),
      totalCapped: total > totalCap,
      ...(found.length > query.limit && last && { cursor: writeCursor(cursorAt(sort, last)) }),
    }
  }

  async function* batches(query: ListQuery, size: number): AsyncGenerator<R[]> {
    const sort = sortOf(e, query.sort)
    const conditions = whereClauses(query)
    let cursor: Cursor | undefined
    for (;;) {
      const found = await rows(visible.page({ conditions, sort, cursor, limit: size }))
      if (found.length === 0) return
      yield found.map(toRecord)
      const last = found.at(-1)
      if (found.length < size || !last) return
      cursor = cursorAt(sort, last)
    }
  }

  async function find(id: string): Promise<R | undefined> {
    const conditions = [idMatches(id), ...limits]
    const [row] = await rows(visible.page({ conditions, sort: sortOf(e, 'id'), limit: 1 }))
    return row && toRecord(row)
  }

  async function get(id: string): Promise<R> {
    const record = await find(id)
    if (!record) throw new Refusal('NOT_FOUND')
    return record
  }

  return { list, batches, find, get }
}

function writesOf<E extends Entity>(store: EntityRows<E>, get: (id: string) => Promise<RecordOf<E>>) {
  type R = RecordOf<E>
  const { e, scope, table, merchantColumn, toRecord, rows, idMatches } = store

  async function lock(id: string): Promise<R> {
    await rows(
      sql`select 1 from ${table} where ${idMatches(id)} and ${merchantColumn} = any(${[...scope.effective, ...scope.chain]}::integer[]) for update`,
    )
    return get(id)
  }

  function columnsOf(values: Row): [string, unknown][] {
    return Object.entries(values).map(([name, value]) => {
      const field = e.fields[name]
      return [snake(name), field ? toColumn(field, value) : value]
    })
  }

  async function insert(values: Row): Promise<R> {
    const entries = columnsOf(values)
    const [row] = await rows(sql`insert into ${table} (${sql.join(entries.map(([name]) => sql.ref(name)))})
      values (${sql.join(entries.map(([, value]) => sql`${value}`))}) returning *`)
    return toRecord(row as Row)
  }

  const ownedBy: Record<Entity['scope'], readonly number[]> = {
    own: scope.effective,
    inherited: [scope.selected],
    platform: [platformOf(scope)],
  }
  const own = () => [...ownedBy[e.scope]]

  async function update(id: string, version: number, values: Row): Promise<R> {
    const sets = columnsOf(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    const [row] = await rows(sql`update ${table} set ${sql.join([...sets, sql`version = version + 1`])}
      where ${idMatches(id)} and ${merchantColumn} = any(${own()}::integer[]) and version = ${version} returning *`)
    if (row) return toRecord(row)
    throw new Refusal('VERSION_CONFLICT', { current: await get(id) })
  }

  async function remove(id: string, version: number | undefined): Promise<R> {
    const match = version === undefined ? sql`true` : sql`version = ${version}`
    const [row] = await rows(
      sql`delete from ${table} where ${idMatches(id)} and ${merchantColumn} = any(${own()}::integer[]) and ${match} returning *`,
    )
    if (row) return toRecord(row)
    throw new Refusal('VERSION_CONFLICT', { current: await get(id) })
  }

  return { lock, insert, update, remove }
}

/** What stands above a row or before it. */
function neighboursOf<E extends Entity>({ e, scope, table, toRecord, rows }: EntityRows<E>) {
  type R = RecordOf<E>

  async function inheritedTwin(record: R): Promise<R | undefined> {
    const values = record as Row
    const same = (e.overrideKey ?? []).map(
      (name) => sql`${sql.ref(snake(name))} is not distinct from ${values[name]}`,
    )
    const above = scope.chain.slice(1)
    const [row] = await rows(sql`select t.* from ${table} t
      join unnest(${above}::integer[]) with ordinality as c (chain_id, depth) on c.chain_id = t.merchant_id
      where ${sql.join(same, sql` and `)} and ${isPresent(e)} order by c.depth limit 1`)
    return row && toRecord(row)
  }

  async function nextPosition(): Promise<number> {
    const [last] = await rows(
      sql`select position from ${table} where merchant_id = ${scope.selected} order by position desc limit 1`,
    )
    return Number(last?.position ?? 0) + 1
  }

  return { inheritedTwin, nextPosition }
}
