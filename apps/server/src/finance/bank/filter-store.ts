import { sql } from 'kysely'
import type { CustomFilters } from '../../kit/entity-filter.ts'

const always = sql<boolean>`true`

export const entryFilters: CustomFilters = {
  open: (value) => (value === 'true' ? sql<boolean>`t.state not in ('CONFIRMED', 'SET_ASIDE')` : always),
}

export const statementFilters: CustomFilters = {
  open: (value) => (value === 'true' ? sql<boolean>`t.open_count > 0` : always),
  gaps: (value) => (value === 'true' ? sql<boolean>`t.gap is not null` : always),
}
