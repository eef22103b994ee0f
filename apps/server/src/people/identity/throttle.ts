import { Refusal } from '@signalbox/model/text/refusal'
import type { Database } from '../../kit/database.ts'
import { hashToken } from './token.ts'
import { countAttempt, takeBackAttempt } from './throttle-store.ts'

const minuteMs = 60_000

interface Limit {
  readonly key: string
  readonly attempts: number
  readonly windowMs: number
}

type Purpose = 'login' | 'forgot' | 'reset' | 'client'

/** Of one name from one address in a minute. A client asks from many processes at once, all of which are under way. */
const triesOfName: Readonly<Record<Purpose, number>> = { login: 10, forgot: 10, reset: 10, client: 30 }

/** Names are hashed: people type passwords into the wrong field. */
const limitsOf = (purpose: Purpose, ip: string, name: string): Limit[] => [
  { key: `${purpose}:${ip}`, attempts: 60, windowMs: minuteMs },
  { key: `${purpose}:${ip}:${hashToken(name)}`, attempts: triesOfName[purpose], windowMs: minuteMs },
]

export interface Throttled {
  /** The attempt was a good one and does not count. */
  takeBack(): Promise<void>
}

const tokenTries = { attempts: 10, windowMs: 1_000 }

/** What clients prove who they are for. Asking about tokens must not keep anybody from getting one. */
export type TokenPurpose = 'token' | 'introspect' | 'revoke'

/** Seconds to wait before an address may ask again; zero when it may now. One count for all servers. */
export async function throttleTokens(db: Database, purpose: TokenPurpose, ip: string): Promise<number> {
  const { attempts, leftSeconds } = await countAttempt(db, `${purpose}:${ip}`, tokenTries.windowMs)
  return attempts > tokenTries.attempts ? Math.max(1, leftSeconds) : 0
}

/** Counted before anything is evaluated, so that a thousand requests at once get no further than one after another. */
export async function throttle(
  db: Database,
  attempt: { purpose: Purpose; ip: string; name: string },
): Promise<Throttled> {
  const limits = limitsOf(attempt.purpose, attempt.ip, attempt.name)
  for (const { key, attempts, windowMs } of limits) {
    const counted = await countAttempt(db, key, windowMs)
    if (counted.attempts > attempts)
      throw new Refusal('RATE_LIMITED', {
        headers: { 'retry-after': String(Math.max(1, counted.leftSeconds)) },
      })
  }
  return {
    takeBack: () =>
      takeBackAttempt(
        db,
        limits.map(({ key }) => key),
      ),
  }
}
