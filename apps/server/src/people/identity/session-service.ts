import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Metadata } from '@signalbox/model/access/session'
import type { Tx } from '../../kit/database.ts'
import type { SessionUser } from '../../kit/session-user.ts'
import { userAgentOf } from '../../kit/user-agent.ts'
import { isInternal, type Account } from './account-store.ts'
import { cookiesOf } from './cookies.ts'
import type { IdentityDeps } from './deps.ts'
import { isAllowedIp } from './is-allowed-ip.ts'
import {
  insertSession,
  rotateSession,
  sessionAndAccount,
  touchSession,
  type SessionRow,
} from './session-store.ts'
import { hashToken, newToken } from './token.ts'

const minuteMs = 60_000
export const idleMs = 15 * minuteMs
const absoluteMs = 12 * 60 * minuteMs
/** The warning comes after 13 idle minutes. */
const warnSeconds = 120
/** Writing the time of every single request would be most of the database's work. */
const touchEveryMs = 30_000

interface Caller {
  readonly user: SessionUser
  readonly session: SessionRow
}

export interface Sessions {
  /** Who is calling, or null. Refuses with code `IP` when the person may not be where they are. */
  find(request: FastifyRequest): Promise<Caller | null>
  start(tx: Tx, account: Account, from: Origin, now: Date): Promise<{ id: string; token: string }>
  /** A fresh proof of identity gets a fresh token. */
  rotate(tx: Tx, sessionId: string, reply: FastifyReply, now: Date): Promise<void>
}

export interface Origin {
  readonly ip: string
  readonly userAgent: string
}

export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  userAgent: userAgentOf(request) ?? '',
})

const later = (iso: string, ms: number): Date => new Date(Date.parse(iso) + ms)

const isAlive = (session: SessionRow, now: Date): boolean =>
  later(session.lastSeenAt, idleMs) > now && new Date(session.absoluteEndsAt) > now

export function sessionTimes(session: SessionRow): Metadata['session'] {
  const idleEndsAt = later(session.lastSeenAt, idleMs).toISOString()
  const { absoluteEndsAt } = session
  return {
    idleEndsAt: idleEndsAt < absoluteEndsAt ? idleEndsAt : absoluteEndsAt,
    absoluteEndsAt,
    warnSeconds,
  }
}

/**
 * A locked account keeps its sessions: the lock is against guessing strangers and must not become their weapon.
 * Staff of a suspended merchant are out; platform staff stay, because somebody must look after it.
 */
const mayStaySignedIn = (account: Account, { demo }: { demo: boolean }): boolean =>
  (account.state === 'ACTIVE' || account.state === 'LOCKED') &&
  (isInternal(account) || !account.home.withdrawn) &&
  (demo || !account.demo)

/** A stream of events stays open on its own, so opening it again is no sign that somebody is there. */
const isBackground = (request: FastifyRequest): boolean =>
  request.headers.accept === 'text/event-stream' || request.headers['x-background'] !== undefined

const sessionUser = (account: Account, session: SessionRow): SessionUser => ({
  id: account.owner.userId,
  username: account.username,
  displayName: account.displayName,
  roles: account.roles,
  homeMerchantId: account.owner.merchantId,
  homePath: account.home.path,
  merchants: account.merchants,
  internalUser: isInternal(account),
  sessionId: session.id,
  authenticatedAt: session.authenticatedAt,
})

/** Every request asks the database, so that what was revoked on one node is over on all of them at once. */
export function sessionsOf(deps: IdentityDeps): Sessions {
  const cookies = cookiesOf(deps.config)

  async function find(request: FastifyRequest): Promise<Caller | null> {
    const token = cookies.read(request, 'session')
    if (!token) return null
    const found = await sessionAndAccount(deps.db, hashToken(token))
    const now = deps.now()
    if (!found || !isAlive(found.session, now)) return null
    const { session, account } = found
    if (!mayStaySignedIn(account, deps.config)) return null
    if (!isAllowedIp(account, request.ip)) throw new Refusal('IP')
    const stale = later(session.lastSeenAt, touchEveryMs) <= now
    if (!stale || isBackground(request)) return { user: sessionUser(account, session), session }
    await touchSession(deps.db, session.id, now)
    return { user: sessionUser(account, session), session: { ...session, lastSeenAt: now.toISOString() } }
  }

  return {
    find,
    async start(tx, account, from, now) {
      const token = newToken(deps.random)
      const id = deps.newId()
      await insertSession(tx, {
        ...account.owner,
        ...from,
        id,
        tokenHash: hashToken(token),
        createdAt: now,
        authenticatedAt: now,
        lastSeenAt: now,
        absoluteEndsAt: new Date(now.getTime() + absoluteMs),
      })
      return { id, token }
    },
    async rotate(tx, sessionId, reply, now) {
      const token = newToken(deps.random)
      await rotateSession(tx, sessionId, hashToken(token), now)
      cookies.set(reply, 'session', token)
    },
  }
}
