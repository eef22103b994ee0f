import { roleLabel } from '@signalbox/model/entities/user'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Role } from '@signalbox/model/access/roles'
import type { Work } from '../../kit/handle.ts'
import type { OperationHook } from '../../kit/resource.ts'
import { accountOf } from '../identity/read-model.ts'
import { refuseLastAdmin } from './admin-guard.ts'
import {
  refuseUngrantable,
  requireNoteForToxicPairs,
  requireSecondFactor,
  requireSomeRole,
} from './grant-rules.ts'
import { presentStates, refuseSelf, requireState, type User } from './person.ts'

type Operation = OperationHook<User>

/** The rules of an edit that changes nothing but the roles. */
async function changeRoles(work: Work, current: User, roles: readonly Role[], reason: string | undefined) {
  refuseSelf(work, current)
  requireState(current, ...presentStates)
  refuseUngrantable(work.user.roles, current.roles, roles)
  requireSomeRole(roles)
  requireNoteForToxicPairs(current.roles, roles, reason, 'reason')
  await refuseLastAdmin(work.tx, current, { roles, merchants: current.merchants })
  return { roles }
}

export const addRole: Operation = {
  async run(work, current, { role, reason }) {
    const added = role as Role
    if (current.roles.includes(added)) {
      throw new Refusal('INVALID_STATE', {
        message: `${current.username} already has ${roleLabel(added)}.`,
      })
    }
    const { demo } = await accountOf(work.tx, current.id)
    if (current.twoFactor.length === 0 && !demo) requireSecondFactor(current.requiredActions)
    return changeRoles(work, current, [...current.roles, added], reason)
  },
}

export const removeRole: Operation = {
  async run(work, current, { role, reason }) {
    const removed = role as Role
    if (!current.roles.includes(removed)) {
      throw new Refusal('INVALID_STATE', {
        message: `${current.username} does not have ${roleLabel(removed)}.`,
      })
    }
    const roles = current.roles.filter((held) => held !== removed)
    return changeRoles(work, current, roles, reason)
  },
}
