import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { withIdentity, type Owner } from './identity-tables.ts'

export interface Factors {
  readonly totp: { readonly createdAt: string; readonly lastUsedAt: string | null } | null
  readonly keys: readonly StoredKey[]
  readonly recoveryCodesLeft: number
}

export interface StoredKey {
  readonly id: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

export async function factorsOf(tx: Tx, owner: Owner): Promise<Factors> {
  const db = withIdentity(tx)
  const totp = await db
    .selectFrom('userTotp')
    .select(['createdAt', 'lastUsedAt'])
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .executeTakeFirst()
  const codes = await db
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return { totp: totp ?? null, keys: await keysOf(tx, owner), recoveryCodesLeft: Number(codes.left) }
}

export async function keysOf(tx: Tx, owner: Owner): Promise<StoredKey[]> {
  return withIdentity(tx)
    .selectFrom('securityKey')
    .select(['id', 'credentialId', 'publicKey', 'counter', 'transports', 'name', 'createdAt', 'lastUsedAt'])
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .orderBy('createdAt')
    .execute()
}

export async function insertKey(
  tx: Tx,
  owner: Owner,
  key: Omit<StoredKey, 'createdAt' | 'lastUsedAt'>,
  now: Date,
): Promise<void> {
  await withIdentity(tx)
    .insertInto('securityKey')
    .values({ ...owner, ...key, transports: [...key.transports], createdAt: now, lastUsedAt: null })
    .execute()
}

export async function noteKeyUse(
  tx: Tx,
  owner: Owner,
  id: string,
  counter: number,
  now: Date,
): Promise<void> {
  await withIdentity(tx)
    .updateTable('securityKey')
    .set({ counter, lastUsedAt: now })
    .where('merchantId', '=', owner.merchantId)
    .where('id', '=', id)
    .execute()
}

/** Gives the name of the key that is gone; undefined when the person has no such key. */
export async function removeKey(tx: Tx, owner: Owner, id: string): Promise<string | undefined> {
  const removed = await withIdentity(tx)
    .deleteFrom('securityKey')
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .where(sql<string>`id::text`, '=', id)
    .returning('name')
    .executeTakeFirst()
  return removed?.name
}

export async function removeKeys(tx: Tx, owner: Owner): Promise<void> {
  await withIdentity(tx)
    .deleteFrom('securityKey')
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .execute()
}

export async function totpOf(
  tx: Tx,
  owner: Owner,
): Promise<{ secret: string; lastStep: number } | undefined> {
  return withIdentity(tx)
    .selectFrom('userTotp')
    .select(['secret', 'lastStep'])
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .executeTakeFirst()
}

/** A new authenticator takes the place of an old one. */
export async function saveTotp(
  tx: Tx,
  owner: Owner,
  totp: { secret: string; lastStep: number },
  now: Date,
): Promise<void> {
  const values = { ...totp, createdAt: now, lastUsedAt: null }
  await withIdentity(tx)
    .insertInto('userTotp')
    .values({ ...owner, ...values })
    .onConflict((conflict) => conflict.columns(['merchantId', 'userId']).doUpdateSet(values))
    .execute()
}

/** Compare-and-set: of two requests with the same code only one moves the step forward. */
export async function takeStep(tx: Tx, owner: Owner, step: number, now: Date): Promise<boolean> {
  const taken = await withIdentity(tx)
    .updateTable('userTotp')
    .set({ lastStep: step, lastUsedAt: now })
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

export async function removeTotp(tx: Tx, owner: Owner): Promise<boolean> {
  const removed = await withIdentity(tx)
    .deleteFrom('userTotp')
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

/** What the codes of a person have in common. */
export interface RecoverySet {
  readonly salt: string
  readonly sealedKey: string | null
}

export async function recoverySet(tx: Tx, owner: Owner): Promise<RecoverySet | undefined> {
  return withIdentity(tx)
    .selectFrom('recoveryCode')
    .select(['salt', 'sealedKey'])
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .limit(1)
    .executeTakeFirst()
}

export async function replaceRecoveryCodes(
  tx: Tx,
  owner: Owner,
  set: RecoverySet,
  hashes: readonly string[],
): Promise<void> {
  await removeRecoveryCodes(tx, owner)
  await withIdentity(tx)
    .insertInto('recoveryCode')
    .values(hashes.map((codeHash) => ({ ...owner, codeHash, ...set, usedAt: null })))
    .execute()
}

export async function removeRecoveryCodes(tx: Tx, owner: Owner): Promise<void> {
  await withIdentity(tx)
    .deleteFrom('recoveryCode')
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .execute()
}

/** Each code works once, also when two requests bring it at the same moment. */
export async function takeRecoveryCode(tx: Tx, owner: Owner, codeHash: string, now: Date): Promise<boolean> {
  const used = await withIdentity(tx)
    .updateTable('recoveryCode')
    .set({ usedAt: now })
    .where('merchantId', '=', owner.merchantId)
    .where('userId', '=', owner.userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}
