import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '@signalbox/model/field/entity'
import { invalid } from '@signalbox/model/text/refusal'
import { snake } from './column.ts'

export interface SortColumn {
  readonly name: string
  readonly descending: boolean
  /** Rows without a value come first, or last when descending. */
  readonly nullable: boolean
}

export interface Sort {
  /** The selected merchant's rows first, then those of each ancestor: that is the order in which they decide. */
  readonly ownFirst: boolean
  readonly columns: readonly SortColumn[]
}

const systemSorts = ['id', 'createdAt', 'updatedAt']

/** `username:desc`; only declared columns, always with the id last so that the order is total. */
export function sortOf(e: Entity, sort: string | undefined): Sort {
  const [name = '', direction = 'asc'] = (sort ?? e.defaultSort).split(':')
  const field = e.fields[name]
  const known = field?.sortable || systemSorts.includes(name) || name === e.defaultSort.split(':')[0]
  if (!known || (direction !== 'asc' && direction !== 'desc')) {
    throw invalid({ field: 'sort', code: 'SORT', message: `Cannot sort by ${name}` })
  }
  const descending = direction === 'desc'
  const id = { name: 'id', descending, nullable: false }
  if (name === 'id') return { ownFirst: false, columns: [id] }
  const nullable = field !== undefined && !field.required
  return {
    ownFirst: e.scope === 'inherited' && name === 'position',
    columns: [{ name, descending, nullable }, id],
  }
}

const direction = ({ descending, nullable }: SortColumn): string => {
  // An index is in the plain order; saying where nulls go when there are none would only keep it from being used.
  if (!nullable) return descending ? 'desc' : 'asc'
  return descending ? 'desc nulls last' : 'asc nulls first'
}

export const orderBy = (columns: readonly SortColumn[]): RawBuilder<unknown> =>
  sql.join(columns.map((c) => sql`${sql.ref(snake(c.name))} ${sql.raw(direction(c))}`))

export interface Cursor {
  /** Where in the chain of merchants the last row was found; counts only when own rows come first. */
  readonly depth: number
  readonly values: readonly unknown[]
}

/** Of a row as the database names its columns. */
export const cursorAt = ({ columns }: Sort, row: Readonly<Record<string, unknown>>): Cursor => ({
  depth: Number(row.depth),
  values: columns.map((c) => row[snake(c.name)] ?? null),
})

export const writeCursor = ({ depth, values }: Cursor): string =>
  Buffer.from(JSON.stringify([depth, ...values])).toString('base64url')

export function readCursor({ columns }: Sort, text: string): Cursor {
  try {
    const all: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (Array.isArray(all) && all.length === columns.length + 1) {
      const [depth, ...values] = all as unknown[]
      if (Number.isSafeInteger(depth)) return { depth: depth as number, values }
    }
  } catch {
    // falls through to the refusal
  }
  throw invalid({ field: 'cursor', code: 'CURSOR', message: 'The cursor is not valid for this list' })
}

/** Rows strictly behind these values in this order, nulls where `orderBy` puts them. */
export function behindValues(
  columns: readonly SortColumn[],
  values: readonly unknown[],
): RawBuilder<boolean> {
  if (columns.every((c) => !c.nullable && c.descending === columns[0]?.descending)) {
    // As one comparison of rows, which is what an index over these columns can look up.
    const names = sql.join(columns.map((c) => sql.ref(snake(c.name))))
    const sign = sql.raw(columns[0]?.descending ? '<' : '>')
    return sql<boolean>`(${names}) ${sign} (${sql.join(values.map((value) => sql`${value}`))})`
  }
  const steps = columns.map((c, index) => {
    const equal = columns.slice(0, index).map((before, i) => same(before, values[i]))
    return sql<boolean>`(${sql.join([...equal, afterCursor(c, values[index])], sql` and `)})`
  })
  return sql<boolean>`(${sql.join(steps, sql` or `)})`
}

const same = (c: SortColumn, value: unknown) =>
  value === null
    ? sql<boolean>`${sql.ref(snake(c.name))} is null`
    : sql<boolean>`${sql.ref(snake(c.name))} = ${value}`

function afterCursor(c: SortColumn, value: unknown): RawBuilder<boolean> {
  const ref = sql.ref(snake(c.name))
  if (value === null) return c.descending ? sql<boolean>`false` : sql<boolean>`${ref} is not null`
  return c.descending ? sql<boolean>`(${ref} < ${value} or ${ref} is null)` : sql<boolean>`${ref} > ${value}`
}
