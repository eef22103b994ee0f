import { sql } from 'kysely'
import type { Database, Tx } from '../../../kit/database.ts'

/**
 * Another text whenever somebody has changed what payments go by: the number of rows, the sum of their versions and the
 * newest change of each table. All of them are small. Secrets have no say of their own, they change with their document.
 */
export async function readSettingsStamp(db: Database | Tx): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`select concat_ws('|',
    (select concat_ws(',', count(*), sum(version), max(updated_at)) from config),
    (select concat_ws(',', count(*), sum(version), max(updated_at)) from psp),
    (select concat_ws(',', count(*), sum(version), max(updated_at), count(*) filter (where state = 'LIVE'))
      from merchant),
    (select concat_ws(',', count(*), sum(version), max(updated_at), count(*) filter (where state = 'ACTIVE'))
      from webhook_endpoint),
    (select concat_ws(',', count(*), sum(version), max(updated_at)) from payment_method_input),
    (select concat_ws(',', count(*), sum(version), max(updated_at)) from api_client)) as stamp`.execute(db)
  return rows[0]?.stamp ?? ''
}
