import { sql } from 'kysely'
import { invalid } from '@signalbox/model/text/refusal'
import type { Condition } from './entity-filter.ts'

interface RangeFilter {
  readonly field: string
  readonly label: string
  /** Of the list's table `t`. */
  readonly column: string
}

/** `5`, `5..`, `..5` or `2..5`. */
export function numberWithin({ field, label, column }: RangeFilter, value: string): Condition {
  const match = /^\s*(\d{0,9})\s*(\.\.)?\s*(\d{0,9})\s*$/.exec(value)
  const [, from = '', dots, to = ''] = match ?? []
  if (!match || (from === '' && to === ''))
    throw invalid({ field, code: 'FILTER', message: `${label}: not a valid filter value` })
  const counted = sql.ref(`t.${column}`)
  if (!dots) return sql<boolean>`${counted} = ${Number(from || to)}`
  return sql<boolean>`(${from ? sql`${counted} >= ${Number(from)}` : sql`true`}
    and ${to ? sql`${counted} <= ${Number(to)}` : sql`true`})`
}
