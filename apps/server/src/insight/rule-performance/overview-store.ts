import { sql } from 'kysely'
import { invalid } from '@signalbox/model/text/refusal'
import type { Condition, CustomFilters } from '../../kit/entity-filter.ts'

/** Tables the person may see. */
export const ofTables = (tables: readonly string[]): Condition =>
  sql<boolean>`t.category = any(${[...tables]}::text[])`

const badFilter = (field: string, label: string) =>
  invalid({ field, code: 'FILTER', message: `${label}: not a valid filter value` })

function keyword(text: string): Condition {
  const wanted = text.trim().toLowerCase()
  return sql<boolean>`(strpos(lower(t.name), ${wanted}) > 0 or strpos(lower(t.note), ${wanted}) > 0
    or exists (select 1 from ruleset_version v where v.merchant_id = t.merchant_id and v.ruleset_id = t.id
      and v.version in (t.ruleset_version, t.edited_version) and strpos(lower(v.rules::text), ${wanted}) > 0))`
}

function findings(value: string): Condition {
  if (value !== 'true' && value !== 'false') throw badFilter('findings', 'Only with findings')
  return value === 'true' ? sql<boolean>`t.lint_errors + t.lint_warnings > 0` : sql<boolean>`true`
}

function whose(value: string, username: string): Condition {
  if (value === 'all') return sql<boolean>`true`
  if (value === 'you') return sql<boolean>`t.updated_by = ${username}`
  if (value === 'others') return sql<boolean>`t.updated_by <> ${username}`
  throw badFilter('whose', 'Whose')
}

/** An active ruleset whose next version is a draft is both. */
const state = (value: string): Condition => {
  const wanted = value.split(',').filter((each) => each !== '')
  return sql<boolean>`(t.state = any(${wanted}::text[]) or t.open_state = any(${wanted}::text[]))`
}

/** What the filters of the overview mean that are not simply a column. */
export const overviewFilters = (username: string): CustomFilters => ({
  keyword,
  findings,
  state,
  whose: (value) => whose(value, username),
})
