import { sql } from 'kysely'
import type { Database } from '@signalbox/server/kit/database'

export async function hasProducts(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from store_product limit 1`.execute(db)
  return rows.length > 0
}
