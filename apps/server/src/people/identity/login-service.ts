import type { EnrolmentAnswer, SecurityKeyOptions, SecurityKeyResponse } from '@signalbox/model/calls/login'
import { Refusal } from '@signalbox/model/text/refusal'
import { transaction } from '../../kit/transaction.ts'
import { perform, type UnitOfWork } from '../../kit/unit-of-work.ts'
import { accountById, lockAccount, type Account, type RequiredAction } from './account-store.ts'
import { countAttempt, takeBackCount } from './attempt-count.ts'
import type { CeremonyPlace } from './ceremony-store.ts'
import type { IdentityDeps } from './deps.ts'
import {
  beginAuthenticator,
  beginSecurityKey,
  confirmAuthenticator,
  confirmSecurityKey,
} from './enrolment.ts'
import { actorOfAccount } from './identity-audit.ts'
import {
  advanceAttempt,
  attemptByToken,
  type LoginAttempt,
  type SecondFactor,
} from './login-attempt-store.ts'
import { noteFailure } from './login-failure.ts'
import { attemptEnd, enter, maySignIn, stepOf, type LoginContext, type LoginOutcome } from './login-step.ts'
import { changePassword } from './password-change.ts'
import { givePassword, type Begun } from './password-step.ts'
import {
  acceptsRecoveryCode,
  acceptsSecurityKey,
  acceptsTotp,
  challengeSecurityKey,
} from './second-factor.ts'
import type { RelyingParty } from './security-keys.ts'
import { removeSessionsOfUser } from './session-store.ts'
import { throttle } from './throttle.ts'
import { hashToken } from './token.ts'

interface OpenAttempt {
  readonly attempt: LoginAttempt
  readonly account: Account
  readonly place: CeremonyPlace
}

type Enrolled = LoginOutcome & Pick<EnrolmentAnswer, 'recoveryCodes'>

/** The way in, one call per step. Whatever is not finished lives in the database and opens nothing. */
export class LoginService {
  readonly #deps: IdentityDeps

  constructor(deps: IdentityDeps) {
    this.#deps = deps
  }

  password(context: LoginContext, given: { username: string; password: string }): Promise<Begun> {
    return givePassword(this.#deps, context, given)
  }

  totp(context: LoginContext, code: string): Promise<LoginOutcome> {
    return this.#secondFactor(context, 'TOTP', (unit, { account }) =>
      acceptsTotp(this.#deps, unit, account, code),
    )
  }

  recoveryCode(context: LoginContext, code: string): Promise<LoginOutcome> {
    return this.#secondFactor(context, 'RECOVERY_CODE', (unit, { account }) =>
      acceptsRecoveryCode(this.#deps, unit, account, code),
    )
  }

  async securityKeyOptions(context: LoginContext, party: RelyingParty): Promise<SecurityKeyOptions> {
    const { account, place } = await this.#attempt(context)
    return challengeSecurityKey(this.#deps, account, place, party)
  }

  securityKey(
    context: LoginContext,
    party: RelyingParty,
    response: SecurityKeyResponse,
  ): Promise<LoginOutcome> {
    return this.#secondFactor(context, 'SECURITY_KEY', (unit, { account, place }) =>
      acceptsSecurityKey(this.#deps, unit, account, { place, party, response }),
    )
  }

  newPassword(context: LoginContext, password: string): Promise<LoginOutcome> {
    return this.#requiredAction(context, 'RESET_PASSWORD', async (unit, { account, attempt }) => {
      await changePassword(this.#deps, unit, account, { password, field: 'password', from: context })
      await removeSessionsOfUser(unit.tx, account.owner, { attemptHash: attempt.tokenHash })
      return {}
    })
  }

  async beginAuthenticator(context: LoginContext) {
    const { account, place } = await this.#pendingAction(context, 'AUTHENTICATOR')
    return beginAuthenticator(this.#deps, this.#deps.db, place, account)
  }

  confirmAuthenticator(context: LoginContext, code: string): Promise<Enrolled> {
    return this.#requiredAction(context, 'AUTHENTICATOR', async (unit, { account, attempt, place }) => {
      const recoveryCodes = await confirmAuthenticator(this.#deps, unit, place, account, {
        code,
        from: context,
      })
      await removeSessionsOfUser(unit.tx, account.owner, { attemptHash: attempt.tokenHash })
      return { recoveryCodes, proved: 'TOTP' }
    })
  }

  async beginSecurityKey(context: LoginContext, party: RelyingParty): Promise<SecurityKeyOptions> {
    const { account, place } = await this.#pendingAction(context, 'SECURITY_KEY')
    return beginSecurityKey(this.#deps, this.#deps.db, place, account, party)
  }

  confirmSecurityKey(
    context: LoginContext,
    answer: { party: RelyingParty; response: SecurityKeyResponse; name: string },
  ): Promise<Enrolled> {
    return this.#requiredAction(context, 'SECURITY_KEY', async (unit, { account, attempt, place }) => {
      const recoveryCodes = await confirmSecurityKey(this.#deps, unit, place, account, {
        ...answer,
        from: context,
      })
      await removeSessionsOfUser(unit.tx, account.owner, { attemptHash: attempt.tokenHash })
      return { recoveryCodes, proved: 'SECURITY_KEY' }
    })
  }

  async #attempt(context: LoginContext): Promise<OpenAttempt> {
    const { db, config, now } = this.#deps
    const attempt = context.attemptToken
      ? await attemptByToken(db, hashToken(context.attemptToken), now())
      : undefined
    const account = attempt && (await accountById(db, attempt.owner.userId))
    if (!attempt || !account || !maySignIn(account, config)) throw new Refusal('LOGIN_EXPIRED')
    return { attempt, account, place: { kind: 'attempt', tokenHash: attempt.tokenHash } }
  }

  /** A wrong code counts like a wrong password, so that knowing one of the two does not help to guess the other. */
  async #secondFactor(
    context: LoginContext,
    factor: SecondFactor,
    check: (unit: UnitOfWork, open: OpenAttempt) => Promise<boolean>,
  ): Promise<LoginOutcome> {
    const deps = this.#deps
    const open = await this.#attempt(context)
    const { account, attempt } = open
    const step = await stepOf(deps.db, account, attempt)
    if (step.status !== 'totp' && step.status !== 'security-key') throw new Refusal('INVALID_STATE')
    const throttled = await throttle(deps.db, { purpose: 'login', ip: context.ip, name: account.username })
    const count = await transaction(deps.db, (tx) => countAttempt(tx, account, attempt.deviceHash))
    const outcome = !count.open
      ? null
      : await this.#locked(open, context, async (unit, locked) => {
          if (!(await check(unit, locked))) return null
          await takeBackCount(unit.tx, account, count)
          return this.#advance(unit, locked, context, factor)
        })
    if (!outcome) {
      await noteFailure(deps, account, context, count.open ? 'CODE' : 'LOCKED', count)
      throw new Refusal('INVALID_CODE')
    }
    await throttled.takeBack()
    return outcome
  }

  async #pendingAction(context: LoginContext, action: RequiredAction): Promise<OpenAttempt> {
    const open = await this.#attempt(context)
    const step = await stepOf(this.#deps.db, open.account, open.attempt)
    if (step.status !== 'required-action' || step.action !== action) throw new Refusal('INVALID_STATE')
    return open
  }

  async #requiredAction(
    context: LoginContext,
    action: RequiredAction,
    run: (
      unit: UnitOfWork,
      open: OpenAttempt,
    ) => Promise<{ recoveryCodes?: string[]; proved?: SecondFactor }>,
  ): Promise<Enrolled> {
    const pending = await this.#pendingAction(context, action)
    return this.#locked(pending, context, async (unit, locked) => {
      const { recoveryCodes, proved } = await run(unit, locked)
      const changed = await lockAccount(unit.tx, locked.account.owner.userId)
      const outcome = await this.#advance(
        unit,
        { ...locked, account: changed ?? locked.account },
        context,
        proved,
      )
      return { ...outcome, recoveryCodes }
    })
  }

  /** Runs a step with the person's row locked and the attempt read again: another step may have been faster. */
  async #locked<T>(
    open: OpenAttempt,
    context: LoginContext,
    run: (unit: UnitOfWork, open: OpenAttempt) => Promise<T>,
  ): Promise<T> {
    const { value } = await perform(this.#deps, actorOfAccount(open.account, context), async (unit) => {
      const account = await lockAccount(unit.tx, open.account.owner.userId)
      const attempt = await attemptByToken(unit.tx, open.attempt.tokenHash, unit.now)
      if (!account || !attempt || !maySignIn(account, this.#deps.config)) throw new Refusal('LOGIN_EXPIRED')
      return run(unit, { ...open, account, attempt })
    })
    return value
  }

  async #advance(
    unit: UnitOfWork,
    { account, attempt }: OpenAttempt,
    context: LoginContext,
    proved?: SecondFactor,
  ): Promise<LoginOutcome> {
    const secondFactor = proved ?? attempt.secondFactor
    const answer = await stepOf(unit.tx, account, { secondFactor })
    if (answer.status === 'authenticated') {
      return enter(this.#deps, unit, account, { ...attempt, secondFactor }, context)
    }
    await advanceAttempt(unit.tx, attempt.tokenHash, {
      ...(secondFactor && { secondFactor }),
      expiresAt: attemptEnd(unit.now),
    })
    return { answer }
  }
}
