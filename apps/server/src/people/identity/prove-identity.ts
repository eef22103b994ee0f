import type { ProofOfIdentity } from '@signalbox/model/calls/me'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { transaction } from '../../kit/transaction.ts'
import type { Account } from './account-store.ts'
import { countAttempt, takeBackCount } from './attempt-count.ts'
import { endCeremony } from './ceremony.ts'
import type { CeremonyPlace } from './ceremony-store.ts'
import { cookiesOf } from './cookies.ts'
import type { IdentityDeps } from './deps.ts'
import { enrolledFactors } from './enrolment.ts'
import { noteFailure } from './login-failure.ts'
import { nobodysHash } from './password-hasher.ts'
import { acceptsRecoveryCode, acceptsSecurityKey, acceptsTotp } from './second-factor.ts'
import { relyingParty } from './security-keys.ts'
import { originOf } from './session-service.ts'
import { hashToken } from './token.ts'

/** Where what a session began, such as a challenge, waits for its answer. */
export const sessionPlace = (work: Work): CeremonyPlace => ({ kind: 'session', id: work.user.sessionId })

export const hasSecondFactor = async (work: Work, account: Account): Promise<boolean> =>
  (await enrolledFactors(work.tx, account)).length > 0

/**
 * The password, and the second factor of whoever has one: with the password alone, whoever watched it being typed could
 * put their own authenticator in place of the owner's. Counted like at the login, in transactions of its own, so that a
 * stolen session can guess neither.
 */
export async function proveIdentity(
  deps: IdentityDeps,
  work: Work,
  account: Account,
  proof: ProofOfIdentity,
): Promise<void> {
  const asksFactor = await hasSecondFactor(work, account)
  if (asksFactor && !proof.code && !proof.recoveryCode && !proof.response)
    throw invalid({ field: 'code', code: 'REQUIRED', message: 'Your second factor is required too' })
  await counted(deps, work, account, async (isOpen) => {
    if (!(await isPassword(deps, account, proof.password, isOpen))) return 'PASSWORD'
    return asksFactor && !(await acceptsFactor(deps, work, account, proof)) ? 'CODE' : null
  })
}

/** The password alone, where a second factor was asked for already or there is none. */
export const provePassword = (deps: IdentityDeps, work: Work, account: Account, password: string) =>
  counted(deps, work, account, async (isOpen) =>
    (await isPassword(deps, account, password, isOpen)) ? null : 'PASSWORD',
  )

type Wrong = 'PASSWORD' | 'CODE'

const refusalOf = (wrong: Wrong): Refusal =>
  wrong === 'CODE'
    ? new Refusal('INVALID_CODE')
    : new Refusal('INVALID_CREDENTIALS', { message: 'The password is wrong.' })

async function counted(
  deps: IdentityDeps,
  work: Work,
  account: Account,
  check: (isOpen: boolean) => Promise<Wrong | null>,
): Promise<void> {
  const deviceToken = cookiesOf(deps.config).read(work.request, 'device')
  const deviceHash = deviceToken ? hashToken(deviceToken) : null
  const count = await transaction(deps.db, (tx) => countAttempt(tx, account, deviceHash))
  const wrong = await check(count.open)
  if (wrong === null) {
    await transaction(deps.db, (tx) => takeBackCount(tx, account, count))
    return
  }
  await noteFailure(deps, account, originOf(work.request), count.open ? wrong : 'LOCKED', count)
  throw refusalOf(wrong)
}

/** One password is hashed whether or not an attempt is left. */
const isPassword = (deps: IdentityDeps, account: Account, password: string, isOpen: boolean) =>
  deps.hasher.verify((isOpen ? account.passwordHash : null) ?? nobodysHash, password)

async function acceptsFactor(
  deps: IdentityDeps,
  work: Work,
  account: Account,
  { code, recoveryCode, response }: ProofOfIdentity,
): Promise<boolean> {
  if (code) return acceptsTotp(deps, work, account, code)
  if (recoveryCode) return acceptsRecoveryCode(deps, work, account, recoveryCode)
  if (!response) return false
  const place = sessionPlace(work)
  const party = relyingParty(deps.config, work.request)
  const accepted = await acceptsSecurityKey(deps, work, account, { place, party, response })
  if (accepted) await endCeremony(deps, work.tx, place, 'assert-key')
  return accepted
}
