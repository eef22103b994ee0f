import { sql, type RawBuilder } from 'kysely'
import { filtersOf, type Entity, type FilterDeclaration } from '@signalbox/model/field/entity'
import { isList, type Kind } from '@signalbox/model/field/field'
import { invalid } from '@signalbox/model/text/refusal'
import { snake } from './column.ts'

export type Condition = RawBuilder<boolean>
/** A condition the feature gives for a filter that is not simply a field. */
export type CustomFilters = Readonly<Record<string, (value: string) => Condition>>

const column = (name: string) => sql.ref(snake(name))
const listOf = (value: string): string[] => value.split(',').filter((item) => item !== '')

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (c) => `\\${c}`)

function keyword(filter: FilterDeclaration, value: string): Condition {
  const pattern = `%${escapeLike(value.trim().toLowerCase())}%`
  const names = filter.over ?? [filter.name]
  const parts = names.map((name) => sql<boolean>`lower(${column(name)}::text) like ${pattern}`)
  return sql<boolean>`(${sql.join(parts, sql` or `)})`
}

const arrayTypes: Partial<Record<Kind, string>> = { merchants: 'integer[]' }

function inList(filter: FilterDeclaration, value: string): Condition {
  const kind = filter.field?.kind ?? 'string'
  const wanted = listOf(value)
  if (isList(kind))
    return sql<boolean>`${column(filter.name)} && ${wanted}::${sql.raw(arrayTypes[kind] ?? 'text[]')}`
  return sql<boolean>`${column(filter.name)}::text = any(${wanted}::text[])`
}

function toggle(filter: FilterDeclaration, value: string): Condition {
  if (value !== 'true' && value !== 'false') throw badFilter(filter)
  return sql<boolean>`${column(filter.name)} is ${sql.raw(value)}`
}

/** `from..to`, either side may be missing; instants in UTC, the end not included. */
function dateRange(filter: FilterDeclaration, value: string): Condition {
  const [from = '', to = ''] = value.split('..')
  if (![from, to].every((side) => side === '' || !Number.isNaN(Date.parse(side)))) throw badFilter(filter)
  // A day is the same everywhere, so it is compared as its midnight in UTC.
  const at =
    filter.field?.kind === 'day'
      ? sql`(${column(filter.name)}::timestamp at time zone 'UTC')`
      : column(filter.name)
  const parts: Condition[] = []
  if (from) parts.push(sql<boolean>`${at} >= ${new Date(from)}`)
  if (to) parts.push(sql<boolean>`${at} < ${new Date(to)}`)
  return parts.length ? sql<boolean>`(${sql.join(parts, sql` and `)})` : sql<boolean>`true`
}

const badFilter = (filter: FilterDeclaration) =>
  invalid({ field: filter.name, code: 'FILTER', message: `${filter.label}: not a valid filter value` })

const byKind: Record<FilterDeclaration['kind'], (filter: FilterDeclaration, value: string) => Condition> = {
  KEYWORD: keyword,
  LIST: inList,
  SELECT: inList,
  TOGGLE: toggle,
  DATE: dateRange,
}

/** Every filter of the query as a condition; the same for the list, its count and its export. */
export function conditionsOf(
  e: Entity,
  query: Readonly<Record<string, unknown>>,
  custom: CustomFilters = {},
): Condition[] {
  const given = query as Readonly<Record<string, string | undefined>>
  const implied = e.impliedFilters?.(given) ?? {}
  return filtersOf(e).flatMap((filter) => {
    const value = query[filter.name] ?? implied[filter.name]
    if (typeof value !== 'string' || value === '') return []
    return [(custom[filter.name] ?? ((text: string) => byKind[filter.kind](filter, text)))(value)]
  })
}
