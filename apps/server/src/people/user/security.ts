import { userCalls, type UserSecurity } from '@signalbox/model/calls/user'
import { user } from '@signalbox/model/entities/user'
import { Refusal } from '@signalbox/model/text/refusal'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import type { Resource } from '../../kit/resource.ts'
import { requireFreshProof } from '../../kit/step-up.ts'
import {
  accountOf,
  dropLinks,
  endSession,
  endSessions,
  forgetKey,
  linkExpiry,
  securityFacts,
  type IdentityDeps,
} from '../identity/read-model.ts'
import { lockPerson } from './authority.ts'
import { ownerOf, refuseSelf, type User } from './person.ts'

type Users = Resource<typeof user>

const done = { done: true } as const

async function security(work: Work, users: Users, id: string): Promise<UserSecurity> {
  const person = await users.store(work).get(id)
  const account = await accountOf(work.tx, person.id)
  return {
    ...(await securityFacts(work.tx, account, { now: work.now, sessionId: work.user.sessionId })),
    lockedUntil: person.state === 'LOCKED' ? account.lockedUntil : null,
    linkExpiresAt: await linkExpiry(work.tx, ownerOf(person), work.now),
  }
}

/** Something about the account changed, and nothing in the record. */
function noteOnAccount(
  work: Work,
  { id, merchantId, username, version }: User,
  action: string,
  after?: object,
) {
  work.audit({ merchantId, entityType: user.slug, entityId: id, entityLabel: username, action, after })
  work.emit({ merchantId, topic: user.slug, key: id, payload: { changeType: 'UPDATE', version } })
}

async function revokeSession(work: Work, users: Users, id: string, sessionId: string) {
  const person = await lockPerson(work, users, id, 'operate')
  if (!(await endSession(work.tx, ownerOf(person), sessionId))) throw new Refusal('NOT_FOUND')
  noteOnAccount(work, person, 'REVOKE_SESSION', { session: sessionId })
  return done
}

async function withdrawLink(work: Work, users: Users, id: string) {
  const person = await lockPerson(work, users, id, 'operate')
  const owner = ownerOf(person)
  if ((await linkExpiry(work.tx, owner, work.now)) === null) {
    throw new Refusal('INVALID_STATE', { message: `No link of ${person.username} is valid any more.` })
  }
  await dropLinks(work.tx, owner)
  noteOnAccount(work, person, 'WITHDRAW_LINK')
  return done
}

/** One of several keys was lost. Without any factor left, a new one has to be required instead. */
async function removeSecurityKey(deps: IdentityDeps, work: Work, users: Users, id: string, keyId: string) {
  const store = users.store(work)
  const person = await lockPerson(work, users, id, 'edit')
  refuseSelf(work, person)
  requireFreshProof(work)
  const gone = await forgetKey(deps, work, await accountOf(work.tx, person.id), keyId)
  if (!gone) throw new Refusal('NOT_FOUND')
  if (gone.left.length === 0) {
    throw new Refusal('INVALID_STATE', {
      message: 'This is the only second factor; require a new one instead.',
    })
  }
  const after = await store.update(id, person.version, {
    twoFactor: gone.left,
    updatedAt: work.now,
    updatedBy: work.user.username,
  })
  await users.noteChange(work, 'UPDATE', person, after, 'REMOVE_SECURITY_KEY', `Key ${gone.name}`)
  await endSessions(work.tx, ownerOf(person))
  return done
}

const plain = (work: unknown) => work as Work

/** How people sign in, for who looks after them. */
export const securityHandlers = (deps: IdentityDeps, users: Users): Handler[] => [
  handle(userCalls.security, (work) => security(plain(work), users, work.params.id)),
  handle(userCalls.endSession, (work) =>
    revokeSession(plain(work), users, work.params.id, work.params.sessionId),
  ),
  handle(userCalls.withdrawLink, (work) => withdrawLink(plain(work), users, work.params.id)),
  handle(userCalls.removeSecurityKey, (work) =>
    removeSecurityKey(deps, plain(work), users, work.params.id, work.params.keyId),
  ),
]
