import type { Tx } from '../../kit/database.ts'
import type { SessionUser } from '../../kit/session-user.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { warnAccount } from './account-mail.ts'
import { accountById, isInternal, saveCredential, type Account } from './account-store.ts'
import type { IdentityDeps } from './deps.ts'
import { factorsOf, removeKey, removeKeys, removeRecoveryCodes, removeTotp } from './factor-store.ts'
import type { Owner } from './identity-tables.ts'
import { enrolledFactors, type EnrolledFactors } from './enrolment.ts'
import { clearDeviceLocks } from './known-device-store.ts'
import { removeLinks } from './password-link-store.ts'
import { removeSession, removeSessionsOfUser } from './session-store.ts'

/** What the users feature may ask of identity, and ask it to do. */
export { issuePasswordLink, mailPasswordLink, type PasswordLink } from './password-link.ts'
export { warnAccount } from './account-mail.ts'
export { maySignIn, unlockedState } from './login-step.ts'
export { linkExpiry } from './password-link-store.ts'
export { securityFacts } from './security-facts.ts'
export { changeUser } from './user-record.ts'
export { expiredInIdentity } from './expired-store.ts'
export { cookieName } from './cookies.ts'
export { throttle, throttleTokens, type TokenPurpose } from './throttle.ts'
export { argon2Hasher, nobodysHash, type PasswordHasher } from './password-hasher.ts'
export { identityDeps, type IdentityConfig, type IdentityDeps, type IdentityOverrides } from './deps.ts'
export type { Account } from './account-store.ts'

export async function accountOf(tx: Tx, userId: string): Promise<Account> {
  const account = await accountById(tx, userId)
  if (!account) throw new Error(`There is no user ${userId}`)
  return account
}

/** Somebody as a call of theirs would know them, for what is worked out while they are away. */
export const absentUser = (account: Account): SessionUser => ({
  id: account.owner.userId,
  username: account.username,
  displayName: account.displayName,
  roles: account.roles,
  homeMerchantId: account.owner.merchantId,
  homePath: account.home.path,
  merchants: account.merchants,
  internalUser: isInternal(account),
  sessionId: '',
  authenticatedAt: '',
})

/** Begins the credential of a new person, who has no password yet. */
export const openCredential = (tx: Tx, owner: Owner, now: Date): Promise<void> =>
  saveCredential(tx, owner, {}, now)

/** Inactivity is counted from here again. */
export const restartActivity = (tx: Tx, owner: Owner, now: Date): Promise<void> =>
  saveCredential(tx, owner, { activeSince: now }, now)

/** Signs the person out everywhere and stops what is half-way: logins, and links that would lead to one. */
export async function shutOut(tx: Tx, owner: Owner): Promise<number> {
  await removeLinks(tx, owner)
  return endSessions(tx, owner)
}

/** Links that were mailed to an address the person no longer has. */
export const dropLinks = (tx: Tx, owner: Owner): Promise<void> => removeLinks(tx, owner)

export const endSessions = (tx: Tx, owner: Owner): Promise<number> => removeSessionsOfUser(tx, owner)

/** False when the person has no such session. */
export const endSession = (tx: Tx, owner: Owner, id: string): Promise<boolean> => removeSession(tx, owner, id)

export async function liftLock(tx: Tx, owner: Owner, now: Date): Promise<void> {
  await saveCredential(tx, owner, { lockedUntil: null, lastFailureAt: null }, now)
  await clearDeviceLocks(tx, owner)
}

/** Takes all factors of a kind away and tells which kinds are left. Recovery codes do not outlive the last one. */
export async function forgetFactors(
  deps: IdentityDeps,
  unit: UnitOfWork,
  account: Account,
  factor: EnrolledFactors[number],
): Promise<EnrolledFactors> {
  const { tx } = unit
  const before = await enrolledFactors(tx, account)
  await (factor === 'TOTP' ? removeTotp(tx, account.owner) : removeKeys(tx, account.owner))
  if (before.includes(factor)) {
    await warnAccount(deps, unit, account, { what: 'SecondFactorRemoved', factor }, null)
  }
  const left = await enrolledFactors(tx, account)
  if (left.length === 0) await removeRecoveryCodes(tx, account.owner)
  return left
}

/** Takes one key away and tells which kinds of factors are left; undefined when the person has no such key. */
export async function forgetKey(
  deps: IdentityDeps,
  unit: UnitOfWork,
  account: Account,
  id: string,
): Promise<{ name: string; left: EnrolledFactors } | undefined> {
  const name = await removeKey(unit.tx, account.owner, id)
  if (name === undefined) return undefined
  await warnAccount(deps, unit, account, { what: 'SecondFactorRemoved', factor: 'SECURITY_KEY' }, null)
  return { name, left: await enrolledFactors(unit.tx, account) }
}

/** For the home page; null for somebody without a second factor, who has no use for them. */
export async function recoveryCodesLeft(
  tx: Tx,
  person: { id: string; homeMerchantId: number },
): Promise<number | null> {
  const factors = await factorsOf(tx, { merchantId: person.homeMerchantId, userId: person.id })
  return factors.totp || factors.keys.length > 0 ? factors.recoveryCodesLeft : null
}
