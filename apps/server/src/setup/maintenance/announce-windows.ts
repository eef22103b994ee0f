import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import type { StaffMail } from '../../people/user/read-model.ts'
import { markTold, untoldWindows, type UntoldWindow } from './announce-store.ts'

async function announce(deps: KitDeps, window: UntoldWindow, mail: StaffMail): Promise<boolean> {
  const { merchantId, id, title, what, startAt, endAt, psp } = window
  const { value } = await perform(deps, systemActor, async (unit) => {
    // Whoever of several servers marks it tells it.
    if (!(await markTold(unit.tx, { merchantId, id }, what, unit.now))) return false
    const told = await mail(unit, {
      merchantId,
      to: { preference: 'MAINTENANCE_INCIDENT' },
      template: what === 'START' ? 'MaintenanceStarted' : 'MaintenanceEnded',
      facts: { window: { title, psp: psp ?? '', startAt, endAt: endAt ?? '' } },
    })
    unit.audit({
      merchantId,
      entityType: 'maintenance',
      entityId: id,
      entityLabel: title,
      action: what === 'START' ? 'WINDOW_STARTED' : 'WINDOW_ENDED',
      after: { told },
    })
    // Banners and lists show it without being asked.
    unit.emit({ merchantId, topic: 'maintenance', key: id, payload: { changeType: 'UPDATE' } })
    return true
  })
  return value
}

/** Tells people when a window begins and when it is over, whoever or whatever opened it. */
export const announceWindows = (deps: KitDeps, mail: StaffMail): PeriodicJob => ({
  name: 'maintenance-clock',
  title: 'Start and end of maintenance windows',
  schedule: { everySeconds: 15 },
  atStart: 'always',
  run: async () => {
    let told = 0
    for (const window of await untoldWindows(deps.db, deps.now()))
      if (await announce(deps, window, mail)) told++
    return `Windows announced: ${told}`
  },
})
