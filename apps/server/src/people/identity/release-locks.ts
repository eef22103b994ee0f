import { systemActor } from '../../kit/audit.ts'
import { databaseTime } from '../../kit/database-time.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps, type UnitOfWork } from '../../kit/unit-of-work.ts'
import { expiredLocks, lockAccount, noteOnUser, saveCredential, shortenLocks } from './account-store.ts'
import { longestLock } from './attempt-count.ts'
import { identityNote } from './identity-audit.ts'
import { unlockedState } from './login-step.ts'

async function releaseOne(unit: UnitOfWork, userId: string): Promise<boolean> {
  const account = await lockAccount(unit.tx, userId)
  const isOver = account?.lockedUntil && new Date(account.lockedUntil) <= (await databaseTime(unit.tx))
  if (account?.state !== 'LOCKED' || !isOver) return false
  const { owner } = account
  await noteOnUser(unit.tx, owner, { state: unlockedState(account), failedAttempts: 0 })
  await saveCredential(unit.tx, owner, { lockedUntil: null, lastFailureAt: null }, unit.now)
  unit.audit(identityNote(account, 'LOCK_EXPIRED'))
  unit.emit({ merchantId: owner.merchantId, topic: 'user', key: owner.userId })
  return true
}

/** A lock ends by itself at the next login; this is for the eyes of those who look at the list before that. */
export async function releaseLocks(deps: KitDeps): Promise<number> {
  const now = await databaseTime(deps.db)
  await shortenLocks(deps.db, longestLock(now))
  let released = 0
  for (const userId of await expiredLocks(deps.db, now)) {
    const { value } = await perform(deps, systemActor, (unit) => releaseOne(unit, userId))
    if (value) released++
  }
  return released
}

export const releaseLocksJob = (deps: KitDeps): PeriodicJob => ({
  name: 'release-locks',
  title: 'Unlocking of accounts',
  schedule: { everySeconds: 300 },
  run: async () => `Unlocked: ${await releaseLocks(deps)}`,
})
