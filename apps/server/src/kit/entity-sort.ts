import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '@signalbox/model/entity'
import { invalid } from '@signalbox/model/refusal'
import { snake } from './column.ts'

export interface SortColumn {
  readonly name: string
  readonly descending: boolean
}

const systemSorts = ['id', 'createdAt', 'updatedAt']

/** `username:desc`; only declared columns, always with the id last so that the order is total. */
export function sortOf(e: Entity, sort: string | undefined): SortColumn[] {
  const [name = '', direction = 'asc'] = (sort ?? e.defaultSort).split(':')
  const field = e.fields[name]
  const known = field?.sortable || systemSorts.includes(name) || name === e.defaultSort.split(':')[0]
  if (!known || (direction !== 'asc' && direction !== 'desc')) {
    throw invalid({ field: 'sort', code: 'SORT', message: `Cannot sort by ${name}` })
  }
  const descending = direction === 'desc'
  if (name === 'id') return [{ name, descending }]
  // Rows in an order of their own are read own first, then each ancestor's: that is the order in which they decide.
  const first = e.scope === 'inherited' && name === 'position' ? [{ name: 'depth', descending: false }] : []
  return [...first, { name, descending }, { name: 'id', descending }]
}

export const orderBy = (columns: readonly SortColumn[]): RawBuilder<unknown> =>
  sql.join(
    columns.map(
      (c) => sql`${sql.ref(snake(c.name))} ${sql.raw(c.descending ? 'desc nulls last' : 'asc nulls first')}`,
    ),
  )

const encode = (values: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

export function cursorOf(columns: readonly SortColumn[], row: Readonly<Record<string, unknown>>): string {
  return encode(columns.map((c) => row[c.name] ?? null))
}

/** Rows strictly behind the cursor in this order, nulls where `orderBy` puts them. */
export function afterCursor(columns: readonly SortColumn[], cursor: string): RawBuilder<boolean> {
  const values = decode(cursor, columns.length)
  const steps = columns.map((c, index) => {
    const equal = columns.slice(0, index).map((before, i) => same(before, values[i]))
    return sql<boolean>`(${sql.join([...equal, behind(c, values[index])], sql` and `)})`
  })
  return sql<boolean>`(${sql.join(steps, sql` or `)})`
}

const same = (c: SortColumn, value: unknown) =>
  value === null
    ? sql<boolean>`${sql.ref(snake(c.name))} is null`
    : sql<boolean>`${sql.ref(snake(c.name))} = ${value}`

function behind(c: SortColumn, value: unknown): RawBuilder<boolean> {
  const ref = sql.ref(snake(c.name))
  if (value === null) return c.descending ? sql<boolean>`false` : sql<boolean>`${ref} is not null`
  return c.descending ? sql<boolean>`(${ref} < ${value} or ${ref} is null)` : sql<boolean>`${ref} > ${value}`
}

function decode(cursor: string, length: number): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(values) && values.length === length) return values
  } catch {
    // falls through to the refusal
  }
  throw invalid({ field: 'cursor', code: 'CURSOR', message: 'The cursor is not valid for this list' })
}
