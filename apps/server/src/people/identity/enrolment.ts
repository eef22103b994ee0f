import type {
  AuthenticatorSetup,
  SecurityKeyOptions,
  SecurityKeyResponse,
} from '@signalbox/model/calls/login'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { warnAccount } from './account-mail.ts'
import type { Account, RequiredAction } from './account-store.ts'
import { authenticatorSetup, newAuthenticatorSecret, stepOfCode } from './authenticator.ts'
import { beginCeremony, endCeremony, pendingCeremony } from './ceremony.ts'
import type { CeremonyPlace } from './ceremony-store.ts'
import type { IdentityDeps } from './deps.ts'
import { factorsOf, insertKey, keysOf, saveTotp } from './factor-store.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { registeredKey, registrationOptions, type RelyingParty } from './security-keys.ts'
import type { Origin } from './session-service.ts'
import { changeUser } from './user-record.ts'

export const totpPurpose = 'totp'
const maxKeys = 10
const challengeBytes = 32

export async function beginAuthenticator(
  deps: IdentityDeps,
  tx: Tx,
  place: CeremonyPlace,
  account: Account,
): Promise<AuthenticatorSetup> {
  const secret = newAuthenticatorSecret()
  await beginCeremony(deps, tx, place, { kind: 'authenticator', secret })
  return authenticatorSetup(secret, deps.config.product, account.username)
}

/** Gives recovery codes when the person has none left. */
export async function confirmAuthenticator(
  deps: IdentityDeps,
  unit: UnitOfWork,
  place: CeremonyPlace,
  account: Account,
  { code, from }: { code: string; from: Origin },
): Promise<string[] | undefined> {
  const pending = await pendingCeremony(deps, unit.tx, place, 'authenticator')
  const step = pending && (await stepOfCode(pending.secret, code, unit.now))
  if (!pending || step === null) throw new Refusal('INVALID_CODE')
  await endCeremony(deps, unit.tx, place, 'authenticator')
  const secret = deps.secrets.seal(totpPurpose, account.owner.userId, pending.secret)
  await saveTotp(unit.tx, account.owner, { secret, lastStep: step }, unit.now)
  return noteEnrolment(deps, unit, account, 'AUTHENTICATOR', from)
}

export async function beginSecurityKey(
  deps: IdentityDeps,
  tx: Tx,
  place: CeremonyPlace,
  account: Account,
  party: RelyingParty,
): Promise<SecurityKeyOptions> {
  const keys = await keysOf(tx, account.owner)
  if (keys.length >= maxKeys) {
    throw new Refusal('INVALID_STATE', {
      message: `At most ${maxKeys} security keys are kept. Remove one first.`,
    })
  }
  const challenge = deps.random(challengeBytes)
  await beginCeremony(deps, tx, place, { kind: 'register-key', challenge: challenge.toString('base64url') })
  const { username, displayName, owner } = account
  const person = { userId: owner.userId, username, displayName, product: deps.config.product }
  return registrationOptions(party, person, keys, challenge)
}

interface NewKey {
  readonly party: RelyingParty
  readonly response: SecurityKeyResponse
  readonly name: string
  readonly from: Origin
}

export async function confirmSecurityKey(
  deps: IdentityDeps,
  unit: UnitOfWork,
  place: CeremonyPlace,
  account: Account,
  { party, response, name, from }: NewKey,
): Promise<string[] | undefined> {
  const pending = await pendingCeremony(deps, unit.tx, place, 'register-key')
  const key = pending && (await registeredKey(party, response, pending.challenge))
  if (!key) throw new Refusal('INVALID_CODE', { message: 'The security key could not be registered.' })
  await endCeremony(deps, unit.tx, place, 'register-key')
  const existing = await keysOf(unit.tx, account.owner)
  if (existing.some((each) => each.name === name.trim())) {
    throw invalid({ field: 'name', code: 'DUPLICATE', message: 'You already have a key with this name' })
  }
  await insertKey(unit.tx, account.owner, { ...key, id: unit.newId(), name: name.trim() }, unit.now)
  return noteEnrolment(deps, unit, account, 'SECURITY_KEY', from)
}

export type EnrolledFactors = ('TOTP' | 'SECURITY_KEY')[]

/** What the users screen shows of somebody's factors. */
export async function enrolledFactors(tx: Tx, account: Account): Promise<EnrolledFactors> {
  const { totp, keys } = await factorsOf(tx, account.owner)
  return [...(totp ? (['TOTP'] as const) : []), ...(keys.length > 0 ? (['SECURITY_KEY'] as const) : [])]
}

async function noteEnrolment(
  deps: IdentityDeps,
  unit: UnitOfWork,
  account: Account,
  done: Exclude<RequiredAction, 'RESET_PASSWORD'>,
  from: Origin,
): Promise<string[] | undefined> {
  await changeUser(unit, account.owner, {
    values: {
      twoFactor: await enrolledFactors(unit.tx, account),
      requiredActions: account.requiredActions.filter((action) => action !== done),
    },
    action: 'MFA_ENROLLED',
    by: account.username,
  })
  const factor = done === 'AUTHENTICATOR' ? 'TOTP' : 'SECURITY_KEY'
  await warnAccount(deps, unit, account, { what: 'SecondFactorAdded', factor }, from)
  const { recoveryCodesLeft } = await factorsOf(unit.tx, account.owner)
  return recoveryCodesLeft > 0 ? undefined : issueRecoveryCodes(deps, unit.tx, account.owner)
}
