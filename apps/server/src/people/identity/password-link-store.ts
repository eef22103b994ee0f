import type { Tx } from '../../kit/database.ts'
import { withIdentity, type Owner } from './identity-tables.ts'

export async function insertLink(
  tx: Tx,
  owner: Owner,
  link: { tokenHash: string; expiresAt: Date },
): Promise<void> {
  await withIdentity(tx)
    .insertInto('passwordLink')
    .values({ ...owner, ...link })
    .execute()
}

/** Takes the link out of use and tells whose it was. If the transaction fails, it was not used. */
export async function takeLink(tx: Tx, tokenHash: string, now: Date): Promise<Owner | undefined> {
  return withIdentity(tx)
    .deleteFrom('passwordLink')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now.toISOString())
    .returning(['merchantId', 'userId'])
    .executeTakeFirst()
}

export async function removeLinks(tx: Tx, owner: Owner): Promise<void> {
  await withIdentity(tx)
    .deleteFrom('passwordLink')
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .execute()
}

export async function linkOwner(tx: Tx, tokenHash: string, now: Date): Promise<Owner | undefined> {
  return withIdentity(tx)
    .selectFrom('passwordLink')
    .select(['merchantId', 'userId'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()
}

/** Null when nothing was mailed that would still work. */
export async function linkExpiry(tx: Tx, owner: Owner, now: Date): Promise<string | null> {
  const link = await withIdentity(tx)
    .selectFrom('passwordLink')
    .select('expiresAt')
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .where('expiresAt', '>', now.toISOString())
    .orderBy('expiresAt', 'desc')
    .executeTakeFirst()
  return link?.expiresAt ?? null
}
