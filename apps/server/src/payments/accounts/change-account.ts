import { userPspAccount } from '@signalbox/model/entities/user-psp-account'
import type { RecordOf } from '@signalbox/model/field/entity'
import { Refusal } from '@signalbox/model/text/refusal'
import { entityStore } from '../../kit/entity-store.ts'
import { keepVersion } from '../../kit/history-store.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { auditedAccount } from './masked-account.ts'

type Account = RecordOf<typeof userPspAccount>

interface AccountChange {
  readonly action: string
  readonly values: Readonly<Record<string, unknown>>
  /** Why the account cannot be changed this way now; nothing when it can. */
  readonly refusal: (account: Account) => string | undefined
}

/** Changes an account on behalf of an API client, with the history and the audit entry a person's change has. */
export async function changeAccount(
  unit: UnitOfWork,
  { merchantId, id, by }: { readonly merchantId: number; readonly id: string; readonly by: string },
  { action, values, refusal }: AccountChange,
): Promise<Account> {
  const scope = { selected: merchantId, chain: [merchantId], effective: [merchantId], group: merchantId }
  const store = entityStore(userPspAccount, unit.tx, scope)
  const before = await store.lock(id)
  const message = refusal(before)
  if (message) throw new Refusal('INVALID_STATE', { message })
  const after = await store.update(id, before.version, { ...values, updatedAt: unit.now, updatedBy: by })
  const { slug } = userPspAccount
  const { version } = after
  const kept = { merchantId, entity: slug, recordId: id, version, changeType: 'UPDATE', note: null } as const
  await keepVersion(unit.tx, { ...kept, by, record: after }, unit.now)
  unit.audit({
    merchantId,
    entityType: slug,
    entityId: id,
    changeType: 'UPDATE',
    action,
    ...auditedAccount(before, after),
  })
  unit.emit({ merchantId, topic: slug, key: id, payload: { changeType: 'UPDATE', version } })
  return after
}
