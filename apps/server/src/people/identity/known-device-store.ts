import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { withIdentity, type Owner } from './identity-tables.ts'

export interface KnownDevice {
  readonly tokenHash: string
  readonly failedAttempts: number
  readonly lastFailureAt: string | null
  readonly lockedUntil: string | null
}

const maxDevices = 20

export async function knownDevice(tx: Tx, owner: Owner, tokenHash: string): Promise<KnownDevice | undefined> {
  return withIdentity(tx)
    .selectFrom('knownDevice')
    .select(['tokenHash', 'failedAttempts', 'lastFailureAt', 'lockedUntil'])
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

export async function saveDeviceAttempts(
  tx: Tx,
  owner: Owner,
  tokenHash: string,
  change: { failedAttempts: number; lastFailureAt: Date | null; lockedUntil: Date | null },
): Promise<void> {
  await withIdentity(tx)
    .updateTable('knownDevice')
    .set(change)
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .where('tokenHash', '=', tokenHash)
    .execute()
}

/**
 * Remembers the browser of a person who got in, under a fresh token: one that was planted there before is worth
 * nothing. Others who use the same browser stay known in it.
 */
export async function rememberDevice(
  tx: Tx,
  owner: Owner,
  { oldHash, newHash }: { oldHash: string | null; newHash: string },
  now: Date,
): Promise<void> {
  const db = withIdentity(tx)
  if (oldHash !== null) {
    await db.updateTable('knownDevice').set({ tokenHash: newHash }).where('tokenHash', '=', oldHash).execute()
  }
  const fresh = { failedAttempts: 0, lastFailureAt: null, lockedUntil: null, lastUsedAt: now }
  await db
    .insertInto('knownDevice')
    .values({ ...owner, tokenHash: newHash, ...fresh })
    .onConflict((conflict) => conflict.columns(['merchantId', 'userId', 'tokenHash']).doUpdateSet(fresh))
    .execute()
  await db
    .deleteFrom('knownDevice')
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .where(
      'tokenHash',
      'not in',
      db
        .selectFrom('knownDevice')
        .select('tokenHash')
        .where('merchantId', '=', owner.merchantId)
        .where('userId', '=', owner.userId)
        .orderBy('lastUsedAt', 'desc')
        .orderBy(sql`token_hash`)
        .limit(maxDevices),
    )
    .execute()
}

export async function clearDeviceLocks(tx: Tx, owner: Owner): Promise<void> {
  await withIdentity(tx)
    .updateTable('knownDevice')
    .set({ failedAttempts: 0, lastFailureAt: null, lockedUntil: null })
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .execute()
}
