import type { userPspAccount } from '@signalbox/model/entities/user-psp-account'
import type { RecordOf } from '@signalbox/model/entity'
import type { ChangeType } from '../../kit/audit.ts'
import type { Work } from '../../kit/handle.ts'
import { keepVersion } from '../../kit/history-store.ts'
import { Resource } from '../../kit/resource.ts'
import { veiled } from '../../payments/accounts/veiled.ts'

export type Account = RecordOf<typeof userPspAccount>

/** Accounts of people. The audit log, which outlives them, gets their data masked; the history keeps it to go back to. */
export class AccountResource extends Resource<typeof userPspAccount> {
  override async noteChange(
    work: Work,
    changeType: ChangeType,
    before: Account | null,
    after: Account | null,
    action: string,
    note: unknown,
  ): Promise<void> {
    const record = after ?? before
    if (!record) return
    const { merchantId, id, version } = record
    const text = typeof note === 'string' && note.trim() !== '' ? note.trim() : null
    const { slug } = this.entity
    const kept = { merchantId, entity: slug, recordId: id, version, changeType, note: text, record }
    await keepVersion(work.tx, { ...kept, by: work.user.username }, work.now)
    work.audit({
      merchantId,
      entityType: slug,
      entityId: id,
      entityLabel: record.maskedAccount,
      changeType,
      action,
      before: before && veiled(before),
      after: after && veiled(after),
      note: text,
    })
    work.emit({ merchantId, topic: slug, key: id, payload: { changeType, version } })
  }
}
