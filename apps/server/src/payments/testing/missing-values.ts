import { sql } from 'kysely'
import { lookedUpFilters } from '@signalbox/model/entities/transaction'
import type { Database } from '../../kit/database.ts'
import { columnOfField } from '../core/record/transaction-columns.ts'

/** What payments have and no filter offers: whoever writes payments has to note it, by whatever way they come. */
export async function missingValues(db: Database): Promise<string[]> {
  const occurred = lookedUpFilters.map(
    (name) => sql`select merchant_id, ${name}::text as name, value
      from transaction, unnest(${name === 'tags' ? sql`tags` : sql`array[${sql.ref(columnOfField(name))}]`}) as value where value is not null`,
  )
  const { rows } = await sql<{ missing: string }>`
    select concat_ws(' ', merchant_id, name, value) as missing from (
      (${sql.join(occurred, sql` union `)})
      except select merchant_id, name, value from transaction_value) as gone`.execute(db)
  return rows.map(({ missing }) => missing)
}
