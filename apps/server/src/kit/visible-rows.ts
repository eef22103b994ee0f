import { sql, type RawBuilder } from 'kysely'
import { tableOf, type Entity } from '@signalbox/model/field/entity'
import { snake } from './column.ts'
import type { Condition } from './entity-filter.ts'
import { behindValues, orderBy, type Cursor, type Sort } from './entity-sort.ts'
import { platformOf, type Scope } from './scope.ts'

interface PageOfRows {
  readonly conditions: readonly Condition[]
  readonly sort: Sort
  readonly cursor?: Cursor
  readonly limit: number
  readonly offset?: number
}

export interface VisibleRows {
  page(page: PageOfRows): RawBuilder<unknown>
  /** How many there are, counted no further than the limit. */
  count(conditions: readonly Condition[], limit: number): RawBuilder<unknown>
}

/** The part of the visible rows that one merchant of the chain owns; rows of own entities are a single part. */
interface Part {
  /** Distance from the selected merchant, beginning with 1. */
  readonly depth: number
  readonly seen: Condition
}

export const isMerchant = (e: Entity): boolean => e.slug === 'merchant'
export const merchantColumnOf = (e: Entity) => sql.ref(isMerchant(e) ? 'id' : 'merchant_id')

/** A nearer row of the same key stands in front of this one. Only optional fields need the slower comparison. */
function overridden(e: Entity, nearer: readonly number[]): Condition {
  const same = (e.overrideKey ?? ['id']).map((name) => {
    const column = sql.ref(snake(name))
    const required = name === 'id' || e.fields[name]?.required === true
    return sql`nearer.${column} ${sql.raw(required ? '=' : 'is not distinct from')} t.${column}`
  })
  return sql<boolean>`exists (select 1 from ${sql.table(tableOf(e))} nearer
    where nearer.merchant_id = any(${[...nearer]}::integer[]) and ${sql.join(same, sql` and `)}
    and ${isPresent(e, 'nearer')})`
}

/** Rows that are only kept because somebody may want them back are as good as gone. */
export function isPresent({ deletedMark }: Entity, table = 't'): Condition {
  if (!deletedMark) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(`${table}.${snake(deletedMark.field)}`)} <> ${deletedMark.value}`
}

function partsOf(e: Entity, scope: Scope): Part[] {
  if (e.scope === 'platform') return [{ depth: 1, seen: sql<boolean>`t.merchant_id = ${platformOf(scope)}` }]
  if (e.scope !== 'inherited') {
    const seen = sql<boolean>`t.${merchantColumnOf(e)} = any(${[...scope.effective]}::integer[])`
    return [{ depth: 1, seen }]
  }
  return scope.chain.map((merchantId, index) => {
    const owned = sql<boolean>`t.merchant_id = ${merchantId}`
    if (index === 0) return { depth: 1, seen: owned }
    const seen = sql<boolean>`${owned} and not ${overridden(e, scope.chain.slice(0, index))}`
    return { depth: index + 1, seen }
  })
}

function behindCursor({ depth }: Part, { ownFirst, columns }: Sort, cursor: Cursor | undefined): Condition[] {
  if (!cursor || (ownFirst && depth > cursor.depth)) return []
  return [ownFirst && depth < cursor.depth ? sql<boolean>`false` : behindValues(columns, cursor.values)]
}

/**
 * What a caller may see of an entity, for inherited ones per key the nearest row on the way up. Each merchant of the
 * chain is read by itself, in order and no further than the page reaches, so that an index gives the rows and a long
 * list above costs no more than a short one.
 */
export function visibleRows(e: Entity, scope: Scope): VisibleRows {
  const parts = partsOf(e, scope)
  const from = (part: Part, conditions: readonly Condition[]) =>
    sql`from ${sql.table(tableOf(e))} t where ${sql.join([part.seen, ...conditions], sql` and `)}`
  const unionAll = (each: readonly RawBuilder<unknown>[]) =>
    sql.join(
      each.map((part) => sql`(${part})`),
      sql` union all `,
    )

  return {
    page({ conditions, sort, cursor, limit, offset = 0 }) {
      const rest = sql`limit ${limit} offset ${offset}`
      const each = parts.map((part) => {
        const rows = sql`select t.*, ${sql.lit(part.depth)} as depth
          ${from(part, [...conditions, ...behindCursor(part, sort, cursor)])} order by ${orderBy(sort.columns)}`
        return parts.length === 1 ? sql`${rows} ${rest}` : sql`${rows} limit ${limit + offset}`
      })
      const [only] = each
      if (only && each.length === 1) return only
      const depth = { name: 'depth', descending: false, nullable: false }
      const order = orderBy([...(sort.ownFirst ? [depth] : []), ...sort.columns])
      return sql`select * from (${unionAll(each)}) as visible order by ${order} ${rest}`
    },

    count(conditions, limit) {
      const each = parts.map((part) => sql`select 1 ${from(part, conditions)} limit ${limit}`)
      return sql`select least(count(*), ${limit})::int as total from (${unionAll(each)}) as counted`
    },
  }
}
