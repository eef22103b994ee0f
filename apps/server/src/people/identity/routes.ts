import { meCalls, sessionCalls } from '@signalbox/model/calls/me'
import { Refusal } from '@signalbox/model/text/refusal'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { identityDeps, type IdentityConfig, type IdentityOverrides } from './deps.ts'
import { merchantMetadata, metadata } from './metadata.ts'
import { profile, saveProfile, securityOverview } from './own-account.ts'
import { SecurityService } from './security-service.ts'
import { sessionTimes } from './session-service.ts'
import { sessionById, touchSession } from './session-store.ts'

/** Every call here is about the caller, so the kind of its parameters does not matter to the services. */
const plain = (work: unknown) => work as Work

async function extend(work: Work) {
  await touchSession(work.tx, work.user.sessionId, work.now)
  const session = await sessionById(work.tx, work.user.sessionId)
  if (!session) throw new Refusal('UNAUTHENTICATED')
  return sessionTimes(session)
}

export function handlers(config: IdentityConfig, kit: KitDeps, overrides: IdentityOverrides = {}): Handler[] {
  const deps = identityDeps(config, kit, overrides)
  const security = new SecurityService(deps)
  return [
    handle(sessionCalls.metadata, (work) => metadata(deps, plain(work))),
    handle(sessionCalls.merchantMetadata, (work) =>
      merchantMetadata(deps, plain(work), work.params.merchantId),
    ),
    handle(sessionCalls.extend, (work) => extend(plain(work))),
    handle(meCalls.profile, (work) => profile(plain(work))),
    handle(meCalls.saveProfile, (work) => saveProfile(plain(work), work.body)),
    handle(meCalls.security, (work) => securityOverview(plain(work))),
    handle(meCalls.stepUp, (work) => security.stepUp(plain(work), work.body)),
    handle(meCalls.stepUpChallenge, (work) => security.stepUpChallenge(plain(work))),
    handle(meCalls.changePassword, (work) => security.changePassword(plain(work), work.body)),
    handle(meCalls.beginAuthenticator, (work) => security.beginAuthenticator(plain(work))),
    handle(meCalls.confirmAuthenticator, (work) =>
      security.confirmAuthenticator(plain(work), work.body.code),
    ),
    handle(meCalls.removeAuthenticator, (work) => security.removeAuthenticator(plain(work))),
    handle(meCalls.beginSecurityKey, (work) => security.beginSecurityKey(plain(work))),
    handle(meCalls.confirmSecurityKey, (work) => security.confirmSecurityKey(plain(work), work.body)),
    handle(meCalls.removeSecurityKey, (work) => security.removeSecurityKey(plain(work), work.params.id)),
    handle(meCalls.newRecoveryCodes, (work) => security.newRecoveryCodes(plain(work))),
    handle(meCalls.revokeSession, (work) => security.revokeSession(plain(work), work.params.id)),
    handle(meCalls.revokeOtherSessions, (work) => security.revokeOtherSessions(plain(work))),
  ]
}
