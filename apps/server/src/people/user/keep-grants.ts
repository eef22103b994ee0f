import { roleGrant } from '@signalbox/model/entities/role-grant'
import type { Role } from '@signalbox/model/access/roles'
import type { Work } from '../../kit/handle.ts'
import { forgetGrants, noteGranted } from './grant-store.ts'
import { ownerOf, type User } from './person.ts'

/** Keeps account of roles as they come and go, whichever way a person was changed. */
export async function keepGrants(work: Work, before: User | null, after: User): Promise<void> {
  const owner = ownerOf(after)
  const held: readonly Role[] = before?.roles ?? []
  const added = after.roles.filter((role) => !held.includes(role))
  const removed = held.filter((role) => !after.roles.includes(role))
  const { username: by } = work.user
  await noteGranted(work.tx, owner, added, { by, requestedBy: work.requestedBy }, work.now)
  await forgetGrants(work.tx, owner, removed)
  const tell = (role: Role, changeType: 'CREATE' | 'DELETE') =>
    work.emit({
      merchantId: after.merchantId,
      topic: roleGrant.slug,
      key: `${after.id}:${role}`,
      payload: { changeType },
    })
  for (const role of added) tell(role, 'CREATE')
  for (const role of removed) tell(role, 'DELETE')
}
