import { schemeToken } from '@signalbox/model/entities/scheme-token'
import { entityStore } from '../../kit/entity-store.ts'
import { keepVersion } from '../../kit/history-store.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import type { OnboardingKey } from './onboarding-jobs.ts'
import type { Onboarding } from './onboarding.ts'

const scopeOf = (merchantId: number) => ({
  selected: merchantId,
  chain: [merchantId],
  effective: [merchantId],
  group: merchantId,
})

const by = 'system'

export const findOnboarding = (
  tx: UnitOfWork['tx'],
  { merchantId, id }: OnboardingKey,
): Promise<Onboarding | undefined> => entityStore(schemeToken, tx, scopeOf(merchantId)).find(id)

interface OnboardingChange {
  readonly action: string
  readonly note: string
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * Changes an onboarding on behalf of the network, with the history and the audit entry a person's change has. `decide`
 * sees the record as it is, with nobody else at it; what it gives is done one after the other.
 */
export async function changeOnboarding(
  unit: UnitOfWork,
  { merchantId, id }: OnboardingKey,
  decide: (current: Onboarding) => readonly OnboardingChange[],
): Promise<Onboarding | undefined> {
  const store = entityStore(schemeToken, unit.tx, scopeOf(merchantId))
  if (!(await store.find(id))) return undefined
  let current = await store.lock(id)
  for (const { action, note, values } of decide(current)) {
    const before = current
    const { slug } = schemeToken
    current = await store.update(id, before.version, { ...values, updatedAt: unit.now, updatedBy: by })
    const { version } = current
    const kept = { merchantId, entity: slug, recordId: id, version, changeType: 'UPDATE', note } as const
    await keepVersion(unit.tx, { ...kept, by, record: current }, unit.now)
    unit.audit({
      merchantId,
      entityType: slug,
      entityId: id,
      entityLabel: current.title,
      changeType: 'UPDATE',
      action,
      before,
      after: current,
      note,
    })
    unit.emit({ merchantId, topic: slug, key: id, payload: { changeType: 'UPDATE', version } })
  }
  return current
}
