import { sql, type RawBuilder } from 'kysely'
import { tableOf, type Entity, type RecordOf } from '@signalbox/model/entity'
import { totalCap, type Page } from '@signalbox/model/paging'
import type { ListQuery } from '@signalbox/model/resource'
import { Refusal } from '@signalbox/model/refusal'
import { isUuid } from '@signalbox/model/validators'
import { snake, toColumn } from './column.ts'
import type { Tx } from './database.ts'
import { conditionsOf, type CustomFilters } from './entity-filter.ts'
import { afterCursor, cursorOf, orderBy, sortOf } from './entity-sort.ts'
import type { Scope } from './scope.ts'

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
  ownIds(): Promise<string[]>
}

const isMerchant = (e: Entity) => e.slug === 'merchant'

/** The only way to an entity's rows. It is made from a transaction and a scope, and adds the scope to every statement. */
export function entityStore<E extends Entity>(
  e: E,
  tx: Tx,
  scope: Scope,
  filters: CustomFilters = {},
): EntityStore<RecordOf<E>> {
  type R = RecordOf<E>
  const table = sql.table(tableOf(e))
  const merchantColumn = isMerchant(e) ? sql.ref('id') : sql.ref('merchant_id')
  const inherited = e.scope === 'inherited'

  /** What the caller may see. For inherited entities: per key the nearest row on the way up. */
  function visible(): RawBuilder<unknown> {
    if (!inherited)
      return sql`(select * from ${table} where ${merchantColumn} = any(${scope.effective as number[]}::integer[])) as visible`
    const key = sql.join((e.overrideKey ?? ['id']).map((name) => sql.ref(snake(name))))
    return sql`(select distinct on (${key}) t.*, c.depth
      from ${table} t join unnest(${scope.chain as number[]}::integer[]) with ordinality as c (chain_id, depth) on c.chain_id = t.merchant_id
      order by ${key}, c.depth) as visible`
  }

  const fieldNames = Object.keys(e.fields)
  function toRecord(row: Row): R {
    const record: Row = {
      id: String(row.id),
      merchantId: isMerchant(e) ? row.id : row.merchantId,
      version: row.version,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      updatedBy: row.updatedBy,
    }
    for (const name of fieldNames) record[name] = row[name] ?? null
    if (e.ordered) record.position = row.position
    if (inherited) record.inherited = row.merchantId !== scope.selected
    return record as R
  }

  async function rows(statement: RawBuilder<unknown>): Promise<Row[]> {
    return (await statement.execute(tx)).rows as Row[]
  }

  function wheres(query: ListQuery): RawBuilder<boolean>[] {
    const conditions = conditionsOf(e, query, filters)
    const { merchants } = query
    if (typeof merchants === 'string' && merchants !== '') {
      const ids = merchants.split(',').map(Number).filter(Number.isSafeInteger)
      conditions.push(sql<boolean>`${merchantColumn} = any(${ids}::integer[])`)
    }
    return conditions
  }

  const where = (conditions: RawBuilder<boolean>[]) =>
    conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

  async function list(query: ListQuery): Promise<Page<R>> {
    const sort = sortOf(e, query.sort)
    const conditions = wheres(query)
    const paged = query.cursor ? [...conditions, afterCursor(sort, query.cursor)] : conditions
    const start = query.cursor ? 0 : query.start
    const [found, counted] = await Promise.all([
      rows(
        sql`select * from ${visible()} ${where(paged)} order by ${orderBy(sort)} limit ${query.limit + 1} offset ${start}`,
      ),
      rows(
        sql`select count(*)::int as total from (select 1 from ${visible()} ${where(conditions)} limit ${totalCap + 1}) as counted`,
      ),
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
      ...(found.length > query.limit && last && { cursor: cursorOf(sort, last) }),
    }
  }

  async function* batches(query: ListQuery, size: number): AsyncGenerator<R[]> {
    const sort = sortOf(e, query.sort)
    let cursor: string | undefined
    for (;;) {
      const conditions = cursor ? [...wheres(query), afterCursor(sort, cursor)] : wheres(query)
      const found = await rows(
        sql`select * from ${visible()} ${where(conditions)} order by ${orderBy(sort)} limit ${size}`,
      )
      if (found.length === 0) return
      yield found.map(toRecord)
      const last = found.at(-1)
      if (found.length < size || !last) return
      cursor = cursorOf(sort, last)
    }
  }

  /** An id of another form cannot be anybody's; asking the database would be an error, not an answer. */
  function idMatches(id: string): RawBuilder<unknown> {
    if (isMerchant(e)) return /^\d{1,9}$/.test(id) ? sql`id = ${Number(id)}` : sql`false`
    return isUuid(id) ? sql`id = ${id}::uuid` : sql`false`
  }

  async function find(id: string): Promise<R | undefined> {
    const [row] = await rows(sql`select * from ${visible()} where ${idMatches(id)}`)
    return row && toRecord(row)
  }

  async function get(id: string): Promise<R> {
    const record = await find(id)
    if (!record) throw new Refusal('NOT_FOUND')
    return record
  }

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

  const own = () =>
    (isMerchant(e) ? scope.effective : inherited ? [scope.selected] : scope.effective) as number[]

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

  async function inheritedTwin(record: R): Promise<R | undefined> {
    const values = record as unknown as Row
    const same = (e.overrideKey ?? []).map(
      (name) => sql`${sql.ref(snake(name))} is not distinct from ${values[name]}`,
    )
    const above = scope.chain.slice(1)
    const [row] = await rows(sql`select t.* from ${table} t
      join unnest(${above}::integer[]) with ordinality as c (chain_id, depth) on c.chain_id = t.merchant_id
      where ${sql.join(same, sql` and `)} order by c.depth limit 1`)
    return row && toRecord(row)
  }

  async function ownIds(): Promise<string[]> {
    const found = await rows(
      sql`select id::text from ${table} where merchant_id = ${scope.selected} order by position, id`,
    )
    return found.map((row) => String(row.id))
  }

  return { list, batches, get, find, lock, insert, update, remove, inheritedTwin, ownIds }
}
