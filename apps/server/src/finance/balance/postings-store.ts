import { sql } from 'kysely'
import { currencies } from '@signalbox/model/reference/currencies'
import { isUuid } from '@signalbox/model/field/validators'
import { invalid } from '@signalbox/model/text/refusal'
import type { Condition } from '../../kit/entity-filter.ts'

const badFilter = (field: string, label: string) =>
  invalid({ field, code: 'FILTER', message: `${label}: not a valid filter value` })

const withExponent = (exponent: number): string[] =>
  currencies.filter((each) => each.exponent === exponent).map(({ code }) => code)

/** Minor units of one unit of the currency of a row. */
const unit = sql`(case when t.currency = any(${withExponent(0)}::text[]) then 1
  when t.currency = any(${withExponent(3)}::text[]) then 1000
  when t.currency = any(${withExponent(4)}::text[]) then 10000 else 100 end)`

/** `5`, `5..`, `..5.50` or `2..5`, in units of the row's currency. */
function amountWithin(value: string): Condition {
  const match = /^\s*(\d{0,12}(?:\.\d{1,4})?)\s*(\.\.)?\s*(\d{0,12}(?:\.\d{1,4})?)\s*$/.exec(value)
  const [, from = '', dots, to = ''] = match ?? []
  if (!match || (from === '' && to === '')) throw badFilter('amount', 'Amount')
  const bound = (text: string) => sql`${text}::numeric * ${unit}`
  if (!dots) return sql<boolean>`t.amount_minor = ${bound(from || to)}`
  return sql<boolean>`(${from ? sql`t.amount_minor >= ${bound(from)}` : sql`true`}
    and ${to ? sql`t.amount_minor <= ${bound(to)}` : sql`true`})`
}

function entryIs(value: string): Condition {
  if (!isUuid(value.trim())) throw badFilter('entry', 'One entry')
  return sql<boolean>`t.entry_id = ${value.trim().toLowerCase()}`
}

function postedUntil(value: string): Condition {
  if (Number.isNaN(Date.parse(value))) throw badFilter('asOf', 'Posted until')
  return sql<boolean>`t.at <= ${value}::timestamptz`
}

/** What the filters of postings mean that are not simply a column. */
export const postingFilters = {
  keyword: (value: string) => sql<boolean>`t.source_id = ${value.trim()}`,
  accountKey: (value: string) => sql<boolean>`t.account = ${value.trim()}`,
  psp: (value: string) => sql<boolean>`split_part(t.dimension, '/', 1) = ${value.trim()}`,
  entry: entryIs,
  amount: amountWithin,
  asOf: postedUntil,
  moved: (value: string) =>
    value === 'true' ? sql<boolean>`t.moved_from is not null` : sql<boolean>`t.moved_from is null`,
}
