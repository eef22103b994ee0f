import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import { eraseEverywhere } from './erase-everywhere.ts'
import {
  dueErasures,
  lockOpen,
  lockRequests,
  removeExpiredFiles,
  setOutcome,
  type DueErasure,
} from './request-store.ts'
import { standingOf, type RetentionYears } from './standing.ts'

interface ErasureDeps {
  readonly box: SecretBox
  readonly retentionYears: RetentionYears
}

const dayMs = 24 * 60 * 60 * 1000

/** One person whose time has come. What stands against it is written down, and it is tried again a day later. */
async function eraseDue(
  deps: KitDeps,
  { merchantId, id }: DueErasure,
  { box, retentionYears: years }: ErasureDeps,
): Promise<boolean> {
  const { value } = await perform(deps, systemActor, async (unit) => {
    await lockRequests(unit.tx, merchantId)
    const open = await lockOpen(unit.tx, merchantId, id)
    if (!open) return false
    const { subject, userId, state } = open
    const { blockers, keptUntil } = await standingOf(unit.tx, { merchantId, userId }, years, unit.now)
    const told = { merchantId, entityType: 'gdpr', entityId: id, entityLabel: subject } as const
    if (keptUntil !== null || blockers.length > 0) {
      const dueAt = keptUntil === null ? new Date(unit.now.getTime() + dayMs) : new Date(keptUntil)
      const next = keptUntil === null ? 'BLOCKED' : 'RESTRICTED'
      const outcome = { state: next, reasons: blockers, dueAt, executedAt: null, now: unit.now }
      await setOutcome(unit.tx, { merchantId, id }, outcome)
      unit.audit({
        ...told,
        changeType: 'UPDATE',
        action: 'ERASE_PUT_OFF',
        before: { state },
        after: { ...outcome },
      })
      return false
    }
    const person = { merchantId, userId, pseudonym: subject, now: unit.now }
    const { erased, kept } = await eraseEverywhere(unit, { box, auditKey: deps.auditKey }, person)
    const outcome = { state: 'DONE', reasons: kept, dueAt: null, executedAt: unit.now, now: unit.now }
    await setOutcome(unit.tx, { merchantId, id }, outcome)
    unit.audit({ ...told, changeType: 'UPDATE', action: 'ERASE', before: { state }, after: erased })
    unit.emit({ merchantId, topic: 'gdpr', key: id })
    return true
  })
  return value
}

/** Erasures the law no longer stands against, and exports nobody fetched. */
export const gdprSchedule = (deps: KitDeps, erasureDeps: ErasureDeps): PeriodicJob => ({
  name: 'gdpr-schedule',
  title: 'Erasure of personal data',
  schedule: { everySeconds: 3600 },
  atStart: 'always',
  run: async () => {
    let erased = 0
    for (const due of await dueErasures(deps.db, deps.now()))
      if (await eraseDue(deps, due, erasureDeps)) erased++
    const files = await removeExpiredFiles(deps.db, deps.now())
    return `People erased: ${erased}, exports removed: ${files}`
  },
})
