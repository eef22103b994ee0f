import type { FactorAnswer, ProofOfIdentity } from '@signalbox/model/calls/me'
import type { SecurityKeyOptions, SecurityKeyResponse } from '@signalbox/model/calls/login'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { requireFreshProof, stepUpMs } from '../../kit/step-up.ts'
import { warnAccount, type Happening } from './account-mail.ts'
import { lockAccount, type Account } from './account-store.ts'
import { cookiesOf } from './cookies.ts'
import type { IdentityDeps } from './deps.ts'
import {
  beginAuthenticator,
  beginSecurityKey,
  confirmAuthenticator,
  confirmSecurityKey,
  enrolledFactors,
} from './enrolment.ts'
import { factorsOf, removeKey, removeRecoveryCodes, removeTotp } from './factor-store.ts'
import { identityNote } from './identity-audit.ts'
import { ownAccount } from './own-account.ts'
import { changePassword } from './password-change.ts'
import { hasSecondFactor, proveIdentity, provePassword, sessionPlace } from './prove-identity.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { challengeSecurityKey } from './second-factor.ts'
import { relyingParty } from './security-keys.ts'
import { originOf, sessionsOf } from './session-service.ts'
import { removeSession, removeSessionsOfUser } from './session-store.ts'
import { changeUser } from './user-record.ts'

const done = { done: true } as const

/** What people do about their own password, factors and sessions. */
export class SecurityService {
  readonly #deps: IdentityDeps

  constructor(deps: IdentityDeps) {
    this.#deps = deps
  }

  async stepUpChallenge(work: Work): Promise<SecurityKeyOptions> {
    const party = relyingParty(this.#deps.config, work.request)
    return challengeSecurityKey(this.#deps, await ownAccount(work), sessionPlace(work), party)
  }

  async stepUp(work: Work, proof: ProofOfIdentity): Promise<{ confirmedUntil: string }> {
    const account = await ownAccount(work)
    await proveIdentity(this.#deps, work, account, proof)
    await sessionsOf(this.#deps).rotate(work.tx, work.user.sessionId, work.reply, work.now)
    work.audit(identityNote(account, 'STEP_UP'))
    return { confirmedUntil: new Date(work.now.getTime() + stepUpMs).toISOString() }
  }

  async changePassword(work: Work, given: { currentPassword: string; newPassword: string }) {
    const account = await ownAccount(work)
    // The session counts as freshly proven afterwards, which takes more than the password where there is more.
    if (await hasSecondFactor(work, account)) requireFreshProof(work)
    await provePassword(this.#deps, work, account, given.currentPassword)
    const from = originOf(work.request)
    await changePassword(this.#deps, work, account, {
      password: given.newPassword,
      field: 'newPassword',
      from,
    })
    await this.#endOtherSessions(work, account)
    await sessionsOf(this.#deps).rotate(work.tx, work.user.sessionId, work.reply, work.now)
    return done
  }

  async beginAuthenticator(work: Work) {
    return beginAuthenticator(this.#deps, work.tx, sessionPlace(work), await this.#confirmedAccount(work))
  }

  async confirmAuthenticator(work: Work, code: string): Promise<FactorAnswer> {
    const account = await this.#confirmedAccount(work)
    const recoveryCodes = await confirmAuthenticator(this.#deps, work, sessionPlace(work), account, {
      code,
      from: originOf(work.request),
    })
    await this.#endOtherSessions(work, account)
    return { recoveryCodes }
  }

  async removeAuthenticator(work: Work) {
    const account = await this.#confirmedAccount(work)
    if (!(await removeTotp(work.tx, account.owner))) throw new Refusal('NOT_FOUND')
    await this.#noteRemoval(work, account, 'TOTP')
    return done
  }

  async beginSecurityKey(work: Work) {
    const account = await this.#confirmedAccount(work)
    const party = relyingParty(this.#deps.config, work.request)
    return beginSecurityKey(this.#deps, work.tx, sessionPlace(work), account, party)
  }

  async confirmSecurityKey(
    work: Work,
    given: { response: SecurityKeyResponse; name: string },
  ): Promise<FactorAnswer> {
    const account = await this.#confirmedAccount(work)
    const party = relyingParty(this.#deps.config, work.request)
    const answer = { party, ...given, from: originOf(work.request) }
    const recoveryCodes = await confirmSecurityKey(this.#deps, work, sessionPlace(work), account, answer)
    await this.#endOtherSessions(work, account)
    return { recoveryCodes }
  }

  async removeSecurityKey(work: Work, id: string) {
    const account = await this.#confirmedAccount(work)
    const name = await removeKey(work.tx, account.owner, id)
    if (name === undefined) throw new Refusal('NOT_FOUND')
    await this.#noteRemoval(work, account, 'SECURITY_KEY')
    return done
  }

  async newRecoveryCodes(work: Work): Promise<{ recoveryCodes: string[] }> {
    const account = await this.#confirmedAccount(work)
    const { totp, keys } = await factorsOf(work.tx, account.owner)
    if (!totp && keys.length === 0) {
      throw new Refusal('INVALID_STATE', {
        message: 'Recovery codes replace a second factor; add one first.',
      })
    }
    const recoveryCodes = await issueRecoveryCodes(this.#deps, work.tx, account.owner)
    work.audit(identityNote(account, 'RECOVERY_CODES_ISSUED'))
    await this.#warn(work, account, { what: 'SecondFactorAdded', factor: 'RECOVERY_CODES' })
    await this.#endOtherSessions(work, account)
    return { recoveryCodes }
  }

  async revokeSession(work: Work, id: string) {
    const account = await ownAccount(work)
    if (!(await removeSession(work.tx, account.owner, id))) throw new Refusal('NOT_FOUND')
    if (id === work.user.sessionId) cookiesOf(this.#deps.config).clear(work.reply, 'session')
    work.audit(identityNote(account, 'SESSION_REVOKED', { after: { session: id } }))
    return done
  }

  async revokeOtherSessions(work: Work) {
    const account = await ownAccount(work)
    const ended = await removeSessionsOfUser(work.tx, account.owner, { sessionId: work.user.sessionId })
    work.audit(identityNote(account, 'SESSION_REVOKED', { after: { sessions: ended } }))
    return done
  }

  async #confirmedAccount(work: Work): Promise<Account> {
    requireFreshProof(work)
    await lockAccount(work.tx, work.user.id)
    return ownAccount(work)
  }

  async #endOtherSessions(work: Work, { owner }: Account): Promise<void> {
    await removeSessionsOfUser(work.tx, owner, { sessionId: work.user.sessionId })
  }

  #warn(work: Work, account: Account, happening: Happening): Promise<void> {
    return warnAccount(this.#deps, work, account, happening, originOf(work.request))
  }

  async #noteRemoval(work: Work, account: Account, factor: 'TOTP' | 'SECURITY_KEY'): Promise<void> {
    const twoFactor = await enrolledFactors(work.tx, account)
    if (twoFactor.length === 0) {
      if (!account.demo) {
        throw new Refusal('INVALID_STATE', {
          message: 'This is your only second factor; add another one first.',
        })
      }
      await removeRecoveryCodes(work.tx, account.owner)
    }
    await changeUser(work, account.owner, {
      values: { twoFactor },
      action: 'MFA_REMOVED',
      by: account.username,
    })
    await this.#warn(work, account, { what: 'SecondFactorRemoved', factor })
    await this.#endOtherSessions(work, account)
  }
}
