import { Refusal } from '@signalbox/model/text/refusal'
import { systemActor } from '../../kit/audit.ts'
import { perform, type KitDeps, type UnitOfWork } from '../../kit/unit-of-work.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { changeUser, shutOut } from '../identity/read-model.ts'
import { refuseLastAdmin } from './admin-guard.ts'
import { inactiveBefore, inactiveUser, inactiveUsers, inactivityDays } from './store.ts'

/** Disables one person, unless they have come back meanwhile or nobody else could administer. */
async function disableOne(unit: UnitOfWork, userId: string): Promise<boolean> {
  const person = await inactiveUser(unit.tx, userId, inactiveBefore(unit.now))
  if (!person) return false
  try {
    await refuseLastAdmin(unit.tx, person, null)
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
  const owner = { merchantId: person.merchantId, userId }
  const disabledReason = `Inactive for ${inactivityDays} days`
  await changeUser(unit, owner, {
    values: {
      state: 'DISABLED',
      disabledReason,
      disabledBy: systemActor.name,
      disabledAt: unit.now.toISOString(),
    },
    action: 'DISABLE',
    by: systemActor.name,
  })
  await shutOut(unit.tx, owner)
  return true
}

/** Accounts nobody uses are doors nobody watches. */
export async function disableInactive(deps: KitDeps, now: Date): Promise<number> {
  let disabled = 0
  for (const userId of await inactiveUsers(deps.db, inactiveBefore(now))) {
    const { value } = await perform({ ...deps, now: () => now }, systemActor, (unit) =>
      disableOne(unit, userId),
    )
    if (value) disabled++
  }
  return disabled
}

export const disableInactiveJob = (deps: KitDeps): PeriodicJob => ({
  name: 'disable-inactive-users',
  title: `Disable users inactive for ${inactivityDays} days`,
  schedule: { dailyAt: '02:30' },
  run: async ({ now }) => `Disabled: ${await disableInactive(deps, now)}`,
})
