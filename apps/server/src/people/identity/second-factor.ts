import type { SecurityKeyOptions, SecurityKeyResponse } from '@signalbox/model/calls/login'
import { Refusal } from '@signalbox/model/text/refusal'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import type { Account } from './account-store.ts'
import { stepOfCode } from './authenticator.ts'
import { beginCeremony, pendingCeremony } from './ceremony.ts'
import type { CeremonyPlace } from './ceremony-store.ts'
import type { IdentityDeps } from './deps.ts'
import { totpPurpose } from './enrolment.ts'
import { keysOf, noteKeyUse, takeStep, totpOf } from './factor-store.ts'
import { identityNote } from './identity-audit.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import { assertedCounter, assertionOptions, type RelyingParty } from './security-keys.ts'

const challengeBytes = 32

/** Each check uses up what it accepts, so that nothing is accepted twice. */
export async function acceptsTotp(
  deps: IdentityDeps,
  unit: UnitOfWork,
  { owner }: Account,
  code: string,
): Promise<boolean> {
  const stored = await totpOf(unit.tx, owner)
  if (!stored) return false
  const secret = deps.secrets.open(totpPurpose, owner.userId, stored.secret)
  const step = await stepOfCode(secret, code, unit.now)
  return step !== null && takeStep(unit.tx, owner, step, unit.now)
}

export async function acceptsRecoveryCode(
  deps: IdentityDeps,
  unit: UnitOfWork,
  account: Account,
  code: string,
): Promise<boolean> {
  const redeemed = await redeemRecoveryCode(deps, unit.tx, account.owner, code, unit.now)
  if (redeemed) unit.audit(identityNote(account, 'RECOVERY_CODE_USED'))
  return redeemed
}

export async function challengeSecurityKey(
  deps: IdentityDeps,
  { owner }: Account,
  place: CeremonyPlace,
  party: RelyingParty,
): Promise<SecurityKeyOptions> {
  const keys = await keysOf(deps.db, owner)
  if (keys.length === 0) throw new Refusal('INVALID_STATE')
  const challenge = deps.random(challengeBytes)
  await beginCeremony(deps, deps.db, place, {
    kind: 'assert-key',
    challenge: challenge.toString('base64url'),
  })
  return assertionOptions(party, keys, challenge)
}

export async function acceptsSecurityKey(
  deps: IdentityDeps,
  unit: UnitOfWork,
  { owner }: Account,
  { place, party, response }: { place: CeremonyPlace; party: RelyingParty; response: SecurityKeyResponse },
): Promise<boolean> {
  const pending = await pendingCeremony(deps, unit.tx, place, 'assert-key')
  const key = (await keysOf(unit.tx, owner)).find((each) => each.credentialId === response.id)
  if (!pending || !key) return false
  const counter = await assertedCounter(party, response, key, pending.challenge)
  if (counter === null) return false
  await noteKeyUse(unit.tx, owner, key.id, counter, unit.now)
  return true
}
