import type { LoginAnswer } from '@signalbox/model/access/session'
import { databaseTime } from '../../kit/database-time.ts'
import type { Tx } from '../../kit/database.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { warnAccount } from './account-mail.ts'
import {
  isInternal,
  lockAccount,
  noteOnUser,
  saveCredential,
  type Account,
  type AccountState,
} from './account-store.ts'
import type { IdentityDeps } from './deps.ts'
import { factorsOf } from './factor-store.ts'
import { identityNote } from './identity-audit.ts'
import { rememberDevice } from './known-device-store.ts'
import { removeAttempt, type LoginAttempt } from './login-attempt-store.ts'
import { nextStep } from './next-step.ts'
import { sessionsOf, type Origin } from './session-service.ts'
import { removeSessionByToken } from './session-store.ts'
import { hashToken, newToken } from './token.ts'

/** What a request of the login page brings along besides its body. */
export interface LoginContext extends Origin {
  readonly attemptToken: string | undefined
  readonly deviceToken: string | undefined
  readonly sessionToken: string | undefined
}

export interface LoginOutcome {
  readonly answer: LoginAnswer
  /** Set once somebody is in. */
  readonly entry?: { readonly sessionToken: string; readonly deviceToken: string }
}

const attemptMs = 5 * 60_000

/** Until when an attempt that took a step just now waits for the next. */
export const attemptEnd = (now: Date): Date => new Date(now.getTime() + attemptMs)

const mayTry: readonly AccountState[] = ['INVITED', 'ACTIVE', 'LOCKED']

/** Whether the person could sign in at all. A lock is not asked here: it is about attempts, not about the person. */
export const maySignIn = (account: Account, { demo }: { demo: boolean }): boolean =>
  mayTry.includes(account.state) &&
  (isInternal(account) || !account.home.withdrawn) &&
  // The password of demo logins is public, so where there is no demo they stay outside.
  (demo || !account.demo)

/** The state of an account once nothing is held against it. */
export const unlockedState = (account: Account): AccountState =>
  account.state === 'LOCKED' ? (account.lastLogin === null ? 'INVITED' : 'ACTIVE') : account.state

export async function stepOf(
  tx: Tx,
  account: Account,
  attempt: Pick<LoginAttempt, 'secondFactor'>,
): Promise<LoginAnswer> {
  const factors = await factorsOf(tx, account.owner)
  return nextStep({
    hasTotp: factors.totp !== null,
    hasSecurityKey: factors.keys.length > 0,
    recoveryCodesLeft: factors.recoveryCodesLeft,
    secondFactorPassed: attempt.secondFactor !== null,
    requiredActions: account.requiredActions,
    secondFactorOptional: account.demo,
  })
}

type Entrant = Pick<LoginAttempt, 'deviceHash' | 'secondFactor'> & { readonly tokenHash?: string }

/** The last step: everything asked for was given, so a session begins. */
export async function enter(
  deps: IdentityDeps,
  unit: UnitOfWork,
  account: Account,
  entrant: Entrant,
  context: LoginContext,
): Promise<LoginOutcome> {
  const { tx, now } = unit
  if (entrant.tokenHash !== undefined) await removeAttempt(tx, entrant.tokenHash)
  if (context.sessionToken) await removeSessionByToken(tx, hashToken(context.sessionToken))
  const { ip, userAgent } = context
  const session = await sessionsOf(deps).start(tx, account, { ip, userAgent }, now)
  const deviceToken = newToken(deps.random)
  const oldHash = context.deviceToken ? hashToken(context.deviceToken) : null
  await rememberDevice(tx, account.owner, { oldHash, newHash: hashToken(deviceToken) }, now)
  await clearFailures(unit, account, ip)
  unit.audit(
    identityNote(account, 'LOGIN', {
      after: {
        session: session.id,
        secondFactor: entrant.secondFactor,
        knownDevice: entrant.deviceHash !== null,
      },
    }),
  )
  // Whoever comes for the first time has no device yet that the new one could be told from.
  if (entrant.deviceHash === null && account.lastLogin !== null) {
    await warnAccount(deps, unit, account, { what: 'LoginAlert' }, context)
  }
  const { merchantId, userId } = account.owner
  unit.emit({ merchantId, topic: 'user', key: userId })
  return { answer: { status: 'authenticated' }, entry: { sessionToken: session.token, deviceToken } }
}

/** Somebody else may be guessing at the account right now; a person on a known device does not lift that lock. */
async function clearFailures(unit: UnitOfWork, account: Account, ip: string): Promise<void> {
  const current = await lockAccount(unit.tx, account.owner.userId)
  const login = { lastLogin: unit.now, lastLoginIp: ip }
  if (current?.lockedUntil && new Date(current.lockedUntil) > (await databaseTime(unit.tx))) {
    await noteOnUser(unit.tx, account.owner, login)
    return
  }
  await noteOnUser(unit.tx, account.owner, { ...login, failedAttempts: 0, state: 'ACTIVE' })
  await saveCredential(unit.tx, account.owner, { lockedUntil: null, lastFailureAt: null }, unit.now)
}
