import { databaseTime } from '../../kit/database-time.ts'
import type { Tx } from '../../kit/database.ts'
import { lockAccount, noteOnUser, saveCredential, type Account } from './account-store.ts'
import type { Owner } from './identity-tables.ts'
import { beginFlight, endFlight, takeLostFlights } from './login-flight-store.ts'
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

/** Without so many attempts that never had an outcome. A lock that only they made was none. */
function without(counter: Counter, lost: number): Counter {
  if (lost === 0) return counter
  const failedAttempts = Math.max(0, counter.failedAttempts - lost)
  return {
    ...counter,
    failedAttempts,
    lockedUntil: failedAttempts < maxFailures ? null : counter.lockedUntil,
  }
}

export interface AttemptCount {
  /** False: no attempt is left, and what was given must not be looked at. */
  readonly open: boolean
  /** This attempt was the last one; if it fails, the account or device is locked. */
  readonly last: boolean
  /** The browser the attempt is counted on; null when it is counted on the account. */
  readonly deviceHash: string | null
  /** Until its outcome is written it is under way; should that never be, it did not count. */
  readonly flight?: string
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
  const place = device?.tokenHash ?? null
  const lost = await takeLostFlights(tx, owner, place)
  const counted = countOne(without(device ?? locked, lost), now)
  if (!counted) {
    const lock = { lastFailureAt: now, lockedUntil: longestLock(now) }
    if (device && isTooLong(device, now))
      await saveDeviceAttempts(tx, owner, device.tokenHash, {
        failedAttempts: device.failedAttempts,
        ...lock,
      })
    if (!device && isTooLong(locked, now)) await saveCredential(tx, owner, lock, now)
    return { open: false, last: false, deviceHash: place }
  }
  await saveCount(tx, owner, place, counted, now)
  const flight = await beginFlight(tx, owner, place)
  return { open: true, last: counted.lockedUntil !== null, deviceHash: place, flight }
}

async function saveCount(
  tx: Tx,
  owner: Owner,
  deviceHash: string | null,
  counted: Counted,
  now: Date,
): Promise<void> {
  if (deviceHash !== null) return saveDeviceAttempts(tx, owner, deviceHash, counted)
  const { failedAttempts, ...lock } = counted
  await noteOnUser(tx, owner, { failedAttempts })
  await saveCredential(tx, owner, lock, now)
}

/** The attempt was wrong, and stays counted; once more, if it had been taken for lost. */
export async function keepCount(tx: Tx, account: Account, count: AttemptCount): Promise<void> {
  const { owner } = account
  if (count.flight === undefined) return
  // The account first, as when an attempt begins: whoever takes its lost flights holds it already.
  const locked = await lockAccount(tx, owner.userId)
  if (!locked || (await endFlight(tx, owner, count.flight))) return
  const now = await databaseTime(tx)
  const device = count.deviceHash === null ? undefined : await knownDevice(tx, owner, count.deviceHash)
  const counted = countOne(device ?? locked, now)
  if (counted) await saveCount(tx, owner, device?.tokenHash ?? null, counted, now)
}

/** The attempt was right after all. Earlier failures stay counted until the whole login has succeeded. */
export async function takeBackCount(tx: Tx, account: Account, count: AttemptCount): Promise<void> {
  const { owner } = account
  const locked = await lockAccount(tx, owner.userId)
  if (count.flight !== undefined && !(await endFlight(tx, owner, count.flight))) return
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
  await noteOnUser(tx, owner, { failedAttempts: Math.max(0, (locked?.failedAttempts ?? 0) - 1) })
  await saveCredential(tx, owner, { lockedUntil: null }, now)
}
