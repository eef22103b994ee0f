import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'

/** Where answers to a merchant's mails go: its own support address or that of its nearest ancestor. */
export async function supportAddress(db: Database | Tx, merchantId: number): Promise<string | null> {
  const found = await db
    .selectFrom('merchant as m')
    .innerJoin('merchant as a', (join) => join.on(sql<boolean>`m.path like a.path || '%'`))
    .select('a.supportEmail')
    .where('m.id', '=', merchantId)
    .where('a.supportEmail', 'is not', null)
    .orderBy('a.level', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.supportEmail ?? null
}
