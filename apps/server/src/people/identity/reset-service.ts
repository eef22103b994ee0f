import { Refusal } from '@signalbox/model/text/refusal'
import { perform } from '../../kit/unit-of-work.ts'
import {
  accountById,
  accountByUsernameOrEmail,
  lockAccount,
  noteOnUser,
  saveCredential,
} from './account-store.ts'
import type { IdentityDeps } from './deps.ts'
import { actorOfAccount, identityNote } from './identity-audit.ts'
import { maySignIn, unlockedState } from './login-step.ts'
import { changePassword } from './password-change.ts'
import { mailPasswordLink } from './password-link.ts'
import { linkOwner, takeLink } from './password-link-store.ts'
import type { Origin } from './session-service.ts'
import { removeSessionsOfUser } from './session-store.ts'
import { countAttempt } from './throttle-store.ts'
import { throttle } from './throttle.ts'
import { hashToken } from './token.ts'

/** Long enough to hide whether a mail was written. */
const answerMs = 400
const mailsPerWindow = 3
const mailWindowMs = 30 * 60_000

const neutralAnswer = 'If the account exists, an email with a link is on its way.'

const invalidLink = () => {
  const message = 'This link is no longer valid. Request a new one.'
  return new Refusal('INVALID', { message, fields: [{ field: 'token', code: 'EXPIRED', message }] })
}

/** Asks for a link. Name or address, known or not: the answer and the time it takes are the same. */
export async function requestReset(
  deps: IdentityDeps,
  from: Origin,
  given: string,
): Promise<{ message: string }> {
  const name = given.trim().toLowerCase()
  await throttle(deps.db, { purpose: 'forgot', ip: from.ip, name })
  const atLeast = deps.pause(answerMs)
  await sendReset(deps, from, name)
  await atLeast
  return { message: neutralAnswer }
}

async function sendReset(deps: IdentityDeps, from: Origin, name: string): Promise<void> {
  const account = await accountByUsernameOrEmail(deps.db, name)
  if (!account || !maySignIn(account, deps.config)) return
  const sent = await countAttempt(deps.db, `mail:${account.owner.userId}`, mailWindowMs)
  if (sent.attempts > mailsPerWindow) return
  await perform(deps, actorOfAccount(account, from), async (unit) => {
    await mailPasswordLink(deps, unit, account, 'PasswordReset')
    unit.audit(identityNote(account, 'PASSWORD_LINK_SENT'))
  })
}

/** Uses a link. It proves the mailbox and no more: signing in, second factor included, comes after. */
export async function resetPassword(
  deps: IdentityDeps,
  from: Origin,
  { token, password }: { token: string; password: string },
): Promise<{ message: string }> {
  const tokenHash = hashToken(token)
  const throttled = await throttle(deps.db, { purpose: 'reset', ip: from.ip, name: token })
  const owner = await linkOwner(deps.db, tokenHash, deps.now())
  const holder = owner && (await accountById(deps.db, owner.userId))
  if (!holder) throw invalidLink()
  await perform(deps, actorOfAccount(holder, from), async (unit) => {
    const account = await lockAccount(unit.tx, holder.owner.userId)
    const taken = await takeLink(unit.tx, tokenHash, unit.now)
    if (!taken || !account || !maySignIn(account, deps.config)) throw invalidLink()
    await changePassword(deps, unit, account, { password, field: 'password', from })
    await removeSessionsOfUser(unit.tx, account.owner)
    await noteOnUser(unit.tx, account.owner, { failedAttempts: 0, state: unlockedState(account) })
    await saveCredential(unit.tx, account.owner, { lockedUntil: null, lastFailureAt: null }, unit.now)
  })
  await throttled.takeBack()
  return { message: 'Your password was changed. Sign in with it.' }
}
