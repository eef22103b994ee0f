import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'
import type { MappingRow } from './find-mapping.ts'

/** Rows of the selected merchant itself, or only those it inherits. */
export const ownRows = (selected: number, own: boolean): Condition =>
  own ? sql<boolean>`merchant_id = ${selected}` : sql<boolean>`merchant_id <> ${selected}`

/** The rows that count for a merchant, in the order in which they decide: its own, then those above; of one name the nearest. */
export async function countingMappings(db: Database | Tx, merchantId: number): Promise<MappingRow[]> {
  const { rows } = await sql<MappingRow>`
    select counting.* from (
      select distinct on (b.title) b.*, owner.level
      from merchant asked
      join merchant owner on asked.path like owner.path || '%'
      join bank_mapping b on b.merchant_id = owner.id
      where asked.id = ${merchantId}
      order by b.title, owner.level desc
    ) as counting
    order by counting.level desc, counting.position, counting.id`.execute(db)
  return rows
}
