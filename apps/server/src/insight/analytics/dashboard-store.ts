import { sql } from 'kysely'
import type { Condition } from '../../kit/entity-filter.ts'

/** A dashboard is its owner's until it is shared. */
export const ownOrShared = (userId: string): Condition => sql<boolean>`(t.shared or t.owner_id = ${userId})`
