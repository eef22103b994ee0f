import { rolesThatCount } from '@signalbox/model/access/effective-access'
import { mayAccess, ruleOf, type Access, type Permission } from '@signalbox/model/access/policy'
import type { Role } from '@signalbox/model/access/roles'
import type { SessionUser } from '../../kit/session-user.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { noteUsed } from './grant-store.ts'

const noteEveryMs = 60 * 60 * 1000
const mostRemembered = 100_000

/** Roles that opened a call: all of those held which the rule names, since any of them might have been meant. */
function rolesUsed(user: SessionUser, access: Access): Role[] {
  if (access === 'public' || access === 'signedIn') return []
  const permissions: readonly Permission[] = typeof access === 'string' ? [access] : access
  const used = permissions
    .filter((permission) => mayAccess(permission, user))
    .flatMap((permission) => rolesThatCount(ruleOf(permission), user.roles))
  return [...new Set(used)]
}

/**
 * Keeps account of when each role was last needed, to the hour. What was just written is remembered in the process, so
 * that a busy person costs one statement an hour; a second node only writes it once more. Nobody's work fails over it.
 */
export function roleUse(deps: Pick<KitDeps, 'db' | 'now' | 'log'>): NonNullable<KitDeps['accessUsed']> {
  const notedMs = new Map<string, number>()
  return async (user, access) => {
    const now = deps.now()
    const keyOf = (role: Role) => `${user.id}:${role}`
    const isStale = (role: Role) =>
      now.getTime() - (notedMs.get(keyOf(role)) ?? Number.NEGATIVE_INFINITY) >= noteEveryMs
    const stale = rolesUsed(user, access).filter(isStale)
    if (stale.length === 0) return
    if (notedMs.size > mostRemembered) notedMs.clear()
    for (const role of stale) notedMs.set(keyOf(role), now.getTime())
    try {
      await noteUsed(deps.db, { merchantId: user.homeMerchantId, userId: user.id }, stale, now)
    } catch (error) {
      deps.log.error({ err: error }, 'the use of a role could not be noted')
    }
  }
}
