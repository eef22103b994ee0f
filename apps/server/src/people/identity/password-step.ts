import { Refusal } from '@signalbox/model/text/refusal'
import { transaction } from '../../kit/transaction.ts'
import { perform, type UnitOfWork } from '../../kit/unit-of-work.ts'
import { accountByUsername, lockAccount, type Account } from './account-store.ts'
import { countAttempt, takeBackCount } from './attempt-count.ts'
import type { IdentityDeps } from './deps.ts'
import { actorOfAccount } from './identity-audit.ts'
import { insertAttempt } from './login-attempt-store.ts'
import { noteFailure } from './login-failure.ts'
import { attemptEnd, enter, maySignIn, stepOf, type LoginContext, type LoginOutcome } from './login-step.ts'
import { isAllowedIp } from './is-allowed-ip.ts'
import { nobodysHash } from './password-hasher.ts'
import { throttle } from './throttle.ts'
import { hashToken, newToken } from './token.ts'

/** Longer than any refusal takes by itself, so that the time it takes tells nothing about the cause. */
const refusalMs = 400

interface Credentials {
  readonly username: string
  readonly password: string
}

/** The first step of a login; unless it is the only one, an attempt waits for the next. */
export type Begun = LoginOutcome & { readonly attemptToken?: string }

export async function givePassword(
  deps: IdentityDeps,
  context: LoginContext,
  given: Credentials,
): Promise<Begun> {
  const atLeast = deps.pause(refusalMs)
  try {
    return await checkPassword(deps, context, given)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INVALID_CREDENTIALS') await atLeast
    throw error
  }
}

async function checkPassword(deps: IdentityDeps, context: LoginContext, given: Credentials): Promise<Begun> {
  const name = given.username.trim().toLowerCase()
  const throttled = await throttle(deps.db, { purpose: 'login', ip: context.ip, name })
  const deviceHash = context.deviceToken ? hashToken(context.deviceToken) : null
  // Names nobody has queue as well, or the time an answer takes would tell them from others.
  const queue = `${hashToken(name)} ${deviceHash ?? ''}`
  const begun = await deps.attempts.run(queue, () => attempt(deps, context, { ...given, name, deviceHash }))
  await throttled.takeBack()
  return begun
}

interface Attempt extends Credentials {
  readonly name: string
  readonly deviceHash: string | null
}

/** Exactly one password is hashed, whoever asks: somebody, nobody, somebody locked out. */
async function attempt(
  deps: IdentityDeps,
  context: LoginContext,
  { name, password, deviceHash }: Attempt,
): Promise<Begun> {
  const account = await accountByUsername(deps.db, name)
  const allowed = account !== undefined && maySignIn(account, deps.config)
  const count = allowed
    ? await transaction(deps.db, (tx) => countAttempt(tx, account, deviceHash))
    : undefined
  const hash = count?.open ? account?.passwordHash : undefined
  const right = await deps.hasher.verify(hash ?? nobodysHash, password)
  if (!account) throw new Refusal('INVALID_CREDENTIALS')
  if (!count || !hash || !right) {
    await noteFailure(deps, account, context, !count ? 'STATE' : count.open ? 'PASSWORD' : 'LOCKED', count)
    throw new Refusal('INVALID_CREDENTIALS')
  }
  if (!isAllowedIp(account, context.ip)) {
    await transaction(deps.db, (tx) => takeBackCount(tx, account, count))
    await noteFailure(deps, account, context, 'IP')
    throw new Refusal('IP')
  }
  const { value } = await perform(deps, actorOfAccount(account, context), async (unit) => {
    await takeBackCount(unit.tx, account, count)
    // Hashing took a while; the person may have been disabled meanwhile.
    const current = await lockAccount(unit.tx, account.owner.userId)
    if (!current || !maySignIn(current, deps.config)) throw new Refusal('INVALID_CREDENTIALS')
    return begin(deps, unit, current, count.deviceHash, context)
  })
  return value
}

async function begin(
  deps: IdentityDeps,
  unit: UnitOfWork,
  account: Account,
  deviceHash: string | null,
  context: LoginContext,
): Promise<Begun> {
  const entrant = { deviceHash, secondFactor: null }
  const answer = await stepOf(unit.tx, account, entrant)
  if (answer.status === 'authenticated') return enter(deps, unit, account, entrant, context)
  const attemptToken = newToken(deps.random)
  await insertAttempt(unit.tx, {
    owner: account.owner,
    tokenHash: hashToken(attemptToken),
    deviceHash,
    expiresAt: attemptEnd(unit.now),
  })
  return { answer, attemptToken }
}
