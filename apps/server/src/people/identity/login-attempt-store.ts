import type { Tx } from '../../kit/database.ts'
import { withIdentity, type Owner } from './identity-tables.ts'

export type SecondFactor = 'TOTP' | 'SECURITY_KEY' | 'RECOVERY_CODE'

/** A login between the password and its end. It opens nothing: only a session does. */
export interface LoginAttempt {
  readonly tokenHash: string
  readonly owner: Owner
  readonly deviceHash: string | null
  readonly secondFactor: SecondFactor | null
}

export async function insertAttempt(
  tx: Tx,
  attempt: { owner: Owner; tokenHash: string; deviceHash: string | null; expiresAt: Date },
): Promise<void> {
  const { owner, ...rest } = attempt
  await withIdentity(tx)
    .insertInto('loginAttempt')
    .values({ ...owner, ...rest, secondFactor: null, ceremony: null })
    .execute()
}

export async function attemptByToken(
  tx: Tx,
  tokenHash: string,
  now: Date,
): Promise<LoginAttempt | undefined> {
  const row = await withIdentity(tx)
    .selectFrom('loginAttempt')
    .select(['tokenHash', 'merchantId', 'userId', 'deviceHash', 'secondFactor'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  return (
    row && {
      tokenHash: row.tokenHash,
      owner: { merchantId: row.merchantId, userId: row.userId },
      deviceHash: row.deviceHash,
      secondFactor: row.secondFactor as SecondFactor | null,
    }
  )
}

/** Every step taken gives time for the next one. */
export async function advanceAttempt(
  tx: Tx,
  tokenHash: string,
  change: { secondFactor?: SecondFactor; expiresAt: Date },
): Promise<void> {
  await withIdentity(tx)
    .updateTable('loginAttempt')
    .set({ ...change, ceremony: null })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

export async function removeAttempt(tx: Tx, tokenHash: string): Promise<void> {
  await withIdentity(tx).deleteFrom('loginAttempt').where('tokenHash', '=', tokenHash).execute()
}
