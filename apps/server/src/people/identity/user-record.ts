import { user } from '@signalbox/model/entities/user'
import type { FieldValues, RecordOf } from '@signalbox/model/field/entity'
import { entityStore } from '../../kit/entity-store.ts'
import { keepVersion } from '../../kit/history-store.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import type { Owner } from './identity-tables.ts'

interface UserChange {
  readonly values: Partial<FieldValues<typeof user>>
  readonly action: string
  /** Username of who did it. */
  readonly by: string
  readonly note?: string
}

/** A change to somebody's record that does not come through the users screen: same version, history, audit, event. */
export async function changeUser(
  unit: UnitOfWork,
  owner: Owner,
  change: UserChange,
): Promise<RecordOf<typeof user>> {
  const { merchantId, userId } = owner
  const only = { selected: merchantId, chain: [merchantId], effective: [merchantId], group: merchantId }
  const store = entityStore(user, unit.tx, only)
  const before = await store.lock(userId)
  const after = await store.update(userId, before.version, {
    ...change.values,
    updatedAt: unit.now,
    updatedBy: change.by,
  })
  const note = change.note ?? null
  await keepVersion(
    unit.tx,
    {
      merchantId,
      entity: user.slug,
      recordId: userId,
      version: after.version,
      changeType: 'UPDATE',
      by: change.by,
      note,
      record: after,
    },
    unit.now,
  )
  unit.audit({
    merchantId,
    entityType: user.slug,
    entityId: userId,
    entityLabel: after.username,
    changeType: 'UPDATE',
    action: change.action,
    before,
    after,
    note,
  })
  unit.emit({
    merchantId,
    topic: user.slug,
    key: userId,
    payload: { changeType: 'UPDATE', version: after.version },
  })
  return after
}
