import type { SecurityOverview } from '@signalbox/model/calls/me'
import type { Tx } from '../../kit/database.ts'
import type { Account } from './account-store.ts'
import { factorsOf } from './factor-store.ts'
import { idleMs } from './session-service.ts'
import { sessionsOfUser } from './session-store.ts'

export type SecurityFacts = Pick<
  SecurityOverview,
  'passwordChangedAt' | 'authenticator' | 'securityKeys' | 'recoveryCodesLeft' | 'sessions'
>

/** What may be told about how somebody signs in, to them and to who looks after them. */
export async function securityFacts(
  tx: Tx,
  account: Account,
  asked: { readonly now: Date; readonly sessionId: string },
): Promise<SecurityFacts> {
  const factors = await factorsOf(tx, account.owner)
  const idleSince = new Date(asked.now.getTime() - idleMs)
  const alive = await sessionsOfUser(tx, account.owner, idleSince, asked.now)
  return {
    passwordChangedAt: account.passwordChangedAt,
    authenticator: factors.totp,
    securityKeys: factors.keys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt,
      lastUsedAt,
    })),
    recoveryCodesLeft: factors.recoveryCodesLeft,
    sessions: alive.map(({ id, createdAt, lastSeenAt, ip, userAgent }) => ({
      id,
      current: id === asked.sessionId,
      createdAt,
      lastSeenAt,
      ip,
      userAgent,
    })),
  }
}
