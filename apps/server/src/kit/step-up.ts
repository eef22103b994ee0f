import { Refusal } from '@signalbox/model/text/refusal'
import type { SessionUser } from './session-user.ts'

/** A proof of identity this old still opens what needs a fresh one. */
export const stepUpMs = 5 * 60_000

/** Until when a proof of identity counts as fresh; null when it no longer does. */
export function confirmedUntil(authenticatedAt: string, now: Date): string | null {
  const until = new Date(Date.parse(authenticatedAt) + stepUpMs)
  return until > now ? until.toISOString() : null
}

/**
 * Refuses unless the person proved just now who they are: whoever sits down at an unlocked computer must not be able
 * to give themselves, or anybody, a way in.
 */
export function requireFreshProof(work: {
  readonly user: Pick<SessionUser, 'authenticatedAt'>
  readonly now: Date
}): void {
  if (confirmedUntil(work.user.authenticatedAt, work.now) === null) throw new Refusal('STEP_UP')
}
