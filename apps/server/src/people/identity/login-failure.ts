import { perform } from '../../kit/unit-of-work.ts'
import { noteOnUser, type Account } from './account-store.ts'
import { keepCount, type AttemptCount } from './attempt-count.ts'
import type { IdentityDeps } from './deps.ts'
import { actorOfAccount, identityNote } from './identity-audit.ts'
import type { Origin } from './session-service.ts'

/** For the audit log only: the caller is told the same whatever the cause. */
export type FailureCause = 'PASSWORD' | 'CODE' | 'LOCKED' | 'STATE' | 'IP'

/** Written on its own, because the attempt itself ends in a refusal. */
export async function noteFailure(
  deps: IdentityDeps,
  account: Account,
  from: Origin,
  cause: FailureCause,
  count?: AttemptCount,
): Promise<void> {
  await perform(deps, actorOfAccount(account, from), async (unit) => {
    unit.audit(identityNote(account, 'LOGIN_FAILED', { result: 'REFUSED', errorCode: cause }))
    if (count) await keepCount(unit.tx, account, count)
    if (!count?.last) return
    unit.audit(identityNote(account, 'LOCKED', { after: { knownDevice: count.deviceHash !== null } }))
    if (count.deviceHash !== null) return
    const { merchantId, userId } = account.owner
    await noteOnUser(unit.tx, account.owner, { state: 'LOCKED' })
    unit.emit({ merchantId, topic: 'user', key: userId })
  })
}
