import { databaseTime } from '../../kit/database-time.ts'
import type { Tx } from '../../kit/database.ts'
import { lockAccount, noteOnUser, saveCredential, type Account } from './account-store.ts'
import { knownDevice, saveDeviceAttempts } from './known-device-store.ts'

const maxFailures = 6
const lockMs = 30 * 60_000

interface Counter {
  readonly failedAttempts: number
  readonly lastFailureAt: string | null
  readonly lockedUntil: string | null
}

interface Counted {
  readonly failedAttempts: number
  readonly lastFailureAt: Date
  readonly lockedUntil: Date | null
}

/** No lock is meant to last longer. One that would was made before the clock was put back, and begins again. */
export const longestLock = (now: Date): Date => new Date(now.getTime() + lockMs)

const isTooLong = ({ lockedUntil }: Counter, now: Date): boolean =>
  lockedUntil !== null && new Date(lockedUntil) > longestLock(now)

/** One more attempt; null when there are none left. Old failures are forgotten after the time a lock would last. */
function countOne(counter: Counter, now: Date): Counted | null {
  if (counter.lockedUntil !== null && new Date(counter.lockedUntil) > now) return null
  const windowStart = new Date(now.getTime() - lockMs)
  const isFresh =
    counter.lockedUntil === null &&
    counter.lastFailureAt !== null &&
    new Date(counter.lastFailureAt) > windowStart
  const failedAttempts = (isFresh ? counter.failedAttempts : 0) + 1
  const lockedUntil = failedAttempts >= maxFailures ? longestLock(now) : null
  return { failedAttempts, lastFailureAt: now, lockedUntil }
}

export interface AttemptCount {
  /** False: no attempt is left, and what was given must not be looked at. */
  readonly open: boolean
  /** This attempt was the last one; if it fails, the account or device is locked. */
  readonly last: boolean
  /** The browser the attempt is counted on; null when it is counted on the account. */
  readonly deviceHash: string | null
}

/**
 * Counts an attempt before it is evaluated, as if it failed, so that guesses made at the same moment cannot slip
 * through together. The database's clock decides: a server whose clock is ahead would otherwise end the lock of another
 * one early. A browser the person has used before has a count of its own and is not stopped by the account's
 * lock: strangers can lock themselves out, not the person.
 */
export async function countAttempt(
  tx: Tx,
  account: Account,
  deviceHash: string | null,
): Promise<AttemptCount> {
  const { owner } = account
  const locked = await lockAccount(tx, owner.userId)
  if (!locked) return { open: false, last: false, deviceHash: null }
  const now = await databaseTime(tx)
  const device = deviceHash === null ? undefined : await knownDevice(tx, owner, deviceHash)
  const counted = countOne(device ?? locked, now)
  if (!counted) {
    const lock = { lastFailureAt: now, lockedUntil: longestLock(now) }
    if (device && isTooLong(device, now))
      await saveDeviceAttempts(tx, owner, device.tokenHash, {
        failedAttempts: device.failedAttempts,
        ...lock,
      })
    if (!device && isTooLong(locked, now)) await saveCredential(tx, owner, lock, now)
    return { open: false, last: false, deviceHash: device?.tokenHash ?? null }
  }
  const last = counted.lockedUntil !== null
  if (device) {
    await saveDeviceAttempts(tx, owner, device.tokenHash, counted)
    return { open: true, last, deviceHash: device.tokenHash }
  }
  const { failedAttempts, ...lock } = counted
  await noteOnUser(tx, owner, { failedAttempts })
  await saveCredential(tx, owner, lock, now)
  return { open: true, last, deviceHash: null }
}

/** The attempt was right after all. Earlier failures stay counted until the whole login has succeeded. */
export async function takeBackCount(tx: Tx, account: Account, count: AttemptCount): Promise<void> {
  const { owner } = account
  const now = await databaseTime(tx)
  if (count.deviceHash !== null) {
    const device = await knownDevice(tx, owner, count.deviceHash)
    const failedAttempts = Math.max(0, (device?.failedAttempts ?? 0) - 1)
    await saveDeviceAttempts(tx, owner, count.deviceHash, {
      failedAttempts,
      lastFailureAt: now,
      lockedUntil: null,
    })
    return
  }
  const locked = await lockAccount(tx, owner.userId)
  await noteOnUser(tx, owner, { failedAttempts: Math.max(0, (locked?.failedAttempts ?? 0) - 1) })
  await saveCredential(tx, owner, { lockedUntil: null }, now)
}
