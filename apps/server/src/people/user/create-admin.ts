import { user } from '@signalbox/model/entities/user'
import { createSchema } from '@signalbox/model/field/entity-schema'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Role } from '@signalbox/model/access/roles'
import { systemActor } from '../../kit/audit.ts'
import { entityStore } from '../../kit/entity-store.ts'
import { keepVersion } from '../../kit/history-store.ts'
import { parse } from '../../kit/parse.ts'
import { perform } from '../../kit/unit-of-work.ts'
import {
  issuePasswordLink,
  openCredential,
  type IdentityDeps,
  type PasswordLink,
} from '../identity/read-model.ts'
import { hasOperator, isTaken, lockMerchants } from './store.ts'

const platform = 1000

export interface NewAdmin {
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly roles: readonly Role[]
}

/**
 * Makes an administrator from the command line, for a platform on which nobody can sign in yet. Whoever holds the link
 * chooses the password, and enrols a second factor at the first login.
 */
export async function createAdmin(
  deps: IdentityDeps,
  admin: NewAdmin,
  { another }: { another: boolean },
): Promise<PasswordLink> {
  const values = parse(createSchema(user), { ...admin, requiredActions: ['AUTHENTICATOR'] })
  const { value } = await perform(deps, systemActor, async (unit) => {
    await lockMerchants(unit.tx, [platform])
    if (!another && (await hasOperator(unit.tx))) {
      throw new Refusal('INVALID_STATE', { message: 'There is an operator admin already.' })
    }
    if (await isTaken(unit.tx, { username: admin.username })) {
      throw new Refusal('DUPLICATE', { message: `The username ${admin.username} is taken.` })
    }
    if (await isTaken(unit.tx, { email: admin.email })) {
      throw new Refusal('DUPLICATE', { message: `The address ${admin.email} is used by another user.` })
    }
    const scope = { selected: platform, chain: [platform], effective: [platform], group: platform }
    const record = await entityStore(user, unit.tx, scope).insert({
      ...values,
      merchantId: platform,
      id: unit.newId(),
      state: 'INVITED',
      createdBy: systemActor.name,
      version: 1,
      createdAt: unit.now,
      updatedAt: unit.now,
      updatedBy: systemActor.name,
    })
    const { merchantId, id, version } = record
    const change = { changeType: 'CREATE', by: systemActor.name, note: 'Made on the command line' } as const
    await keepVersion(
      unit.tx,
      { merchantId, entity: user.slug, recordId: id, version, record, ...change },
      unit.now,
    )
    unit.audit({
      merchantId,
      entityType: user.slug,
      entityId: id,
      entityLabel: record.username,
      changeType: change.changeType,
      action: 'CREATE',
      after: record,
      note: change.note,
    })
    unit.emit({ merchantId, topic: user.slug, key: id })
    const owner = { merchantId, userId: id }
    await openCredential(unit.tx, owner, unit.now)
    return issuePasswordLink(deps, unit, { owner }, 'Welcome')
  })
  return value
}
