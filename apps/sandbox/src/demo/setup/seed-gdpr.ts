import { gdprRequest } from '@signalbox/model/entities/gdpr-request'
import { pseudonymOf } from '@signalbox/server/kit/subject-seal'
import type { UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import { insertRecord } from '../demo-store.ts'

const brand = 100010001
const dayMs = 24 * 60 * 60 * 1000

/** A person whose data a court wants kept, and one who was forgotten long ago. */
export async function seedGdpr(
  unit: Pick<UnitOfWork, 'tx' | 'newId' | 'now'>,
  auditKey: Buffer,
): Promise<void> {
  const about = (userId: string) => ({
    subject: pseudonymOf(auditKey, brand, userId),
    requestedBy: 'gdpr',
    reasons: [],
  })
  await insertRecord(unit, gdprRequest, brand, {
    ...about('user_49'),
    userId: 'user_49',
    type: 'LEGAL_HOLD',
    state: 'REQUESTED',
    reason: 'Preservation order of the district court',
    caseReference: 'DPO-2026-031',
    dueAt: null,
    executedAt: null,
  })
  await insertRecord(unit, gdprRequest, brand, {
    ...about('former-player'),
    userId: null,
    type: 'ERASE',
    state: 'DONE',
    reason: 'Asked to be forgotten, nothing left to keep',
    caseReference: 'DPO-2026-007',
    dueAt: null,
    executedAt: new Date(unit.now.getTime() - 40 * dayMs),
  })
}
