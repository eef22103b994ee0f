import { sql } from 'kysely'
import type { Condition } from '../../kit/entity-filter.ts'

/** Rows of the selected merchant itself, or only those it inherits. */
export const ownRows = (selected: number, own: boolean): Condition =>
  own ? sql<boolean>`merchant_id = ${selected}` : sql<boolean>`merchant_id <> ${selected}`
