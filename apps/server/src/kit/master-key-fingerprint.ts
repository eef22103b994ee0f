import { createHash } from 'node:crypto'
import type { Database } from './database.ts'

/** A node with another key could neither read the stored secrets nor continue the audit seals; it must not start. */
export async function sameMasterKey(db: Database, masterKey: Buffer): Promise<boolean> {
  const fingerprint = createHash('sha256').update('master key fingerprint').update(masterKey).digest('hex')
  await db
    .insertInto('platformSetting')
    .values({ name: 'master-key-fingerprint', value: JSON.stringify(fingerprint) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await db
    .selectFrom('platformSetting')
    .select('value')
    .where('name', '=', 'master-key-fingerprint')
    .executeTakeFirstOrThrow()
  return stored.value === fingerprint
}
