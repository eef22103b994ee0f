import { Refusal } from '@signalbox/model/text/refusal'
import type { OperationHook } from '../../kit/resource.ts'
import {
  accountOf,
  endSessions,
  forgetFactors,
  liftLock,
  mailPasswordLink,
  maySignIn,
  restartActivity,
  unlockedState,
  type IdentityDeps,
} from '../identity/read-model.ts'
import { refuseLastAdmin } from './admin-guard.ts'
import { withAuthority } from './authority.ts'
import { confirmEmail } from './change-email.ts'
import { ownerOf, refuseSelf, requireState, type User } from './person.ts'
import { addRole, removeRole } from './role-operations.ts'

type Operation = OperationHook<User>

const enable: Operation = {
  async run(work, current) {
    refuseSelf(work, current)
    requireState(current, 'DISABLED')
    await liftLock(work.tx, ownerOf(current), work.now)
    await restartActivity(work.tx, ownerOf(current), work.now)
    return {
      state: current.lastLogin === null ? 'INVITED' : 'ACTIVE',
      disabledReason: null,
      disabledBy: null,
      disabledAt: null,
      failedAttempts: 0,
    }
  },
}

const disable: Operation = {
  async run(work, current, { reason }) {
    refuseSelf(work, current)
    requireState(current, 'INVITED', 'ACTIVE', 'LOCKED')
    await refuseLastAdmin(work.tx, current, null)
    return {
      state: 'DISABLED',
      disabledReason: reason?.trim() ?? null,
      disabledBy: work.user.username,
      disabledAt: work.now,
    }
  },
}

const unlock: Operation = {
  async run(work, current) {
    refuseSelf(work, current)
    requireState(current, 'INVITED', 'ACTIVE', 'LOCKED')
    await liftLock(work.tx, ownerOf(current), work.now)
    return { state: unlockedState(await accountOf(work.tx, current.id)), failedAttempts: 0 }
  },
}

/** The mail itself leaves through the queue; that it can leave is asked first, while there is somebody to tell. */
const sendResetLink = (deps: IdentityDeps): Operation => ({
  async run(work, current) {
    const account = await accountOf(work.tx, current.id)
    if (!maySignIn(account, deps.config)) {
      throw new Refusal('INVALID_STATE', { message: `${current.username} cannot sign in at the moment.` })
    }
    if (!(await deps.mailIsReachable())) throw new Refusal('MAIL_FAILED')
    await mailPasswordLink(deps, work, account, account.passwordHash === null ? 'Welcome' : 'PasswordReset')
    return {}
  },
})

const revokeSessions: Operation = {
  async run(work, current) {
    requireState(current, 'INVITED', 'ACTIVE', 'LOCKED')
    await endSessions(work.tx, ownerOf(current))
    return {}
  },
}

/** A lost or broken factor: the old one stops working, and the next login begins with a new one. */
const force = (
  deps: IdentityDeps,
  kind: 'TOTP' | 'SECURITY_KEY',
  action: 'AUTHENTICATOR' | 'SECURITY_KEY',
): Operation => ({
  async run(work, current) {
    refuseSelf(work, current)
    requireState(current, 'INVITED', 'ACTIVE', 'LOCKED')
    const twoFactor = await forgetFactors(deps, work, await accountOf(work.tx, current.id), kind)
    await endSessions(work.tx, ownerOf(current))
    const others = current.requiredActions.filter((each) => each !== action)
    return { twoFactor, requiredActions: [...others, action] }
  },
})

/** The present password still opens the next login, which then asks for another one. */
const forcePasswordReset: Operation = {
  async run(work, current) {
    refuseSelf(work, current)
    requireState(current, 'INVITED', 'ACTIVE', 'LOCKED')
    await endSessions(work.tx, ownerOf(current))
    const others = current.requiredActions.filter((each) => each !== 'RESET_PASSWORD')
    return { requiredActions: [...others, 'RESET_PASSWORD'] }
  },
}

export const userOperations = (deps: IdentityDeps): Readonly<Record<string, Operation>> =>
  withAuthority({
    enable,
    disable,
    unlock,
    'send-reset-link': sendResetLink(deps),
    'revoke-sessions': revokeSessions,
    'add-role': addRole,
    'remove-role': removeRole,
    'force-password-reset': forcePasswordReset,
    'force-authenticator': force(deps, 'TOTP', 'AUTHENTICATOR'),
    'force-security-key': force(deps, 'SECURITY_KEY', 'SECURITY_KEY'),
    'confirm-email': confirmEmail,
  })
