import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import { revert } from './emergencies.ts'
import { lockRuleset } from './locked-ruleset.ts'
import { unconfirmedVersions } from './store.ts'

/** Takes back emergency changes that nobody confirmed in time. Several nodes may try: the lock lets one do it. */
export const revertUnconfirmed = (deps: KitDeps): PeriodicJob => ({
  name: 'ruleset-emergencies',
  title: 'Unconfirmed emergency rules',
  schedule: { everySeconds: 30 },
  atStart: 'always',
  async run({ now, signal }) {
    let reverted = 0
    for (const { merchantId, rulesetId } of await unconfirmedVersions(deps.db, now)) {
      signal.throwIfAborted()
      const { value } = await perform(deps, systemActor, async (unit) => {
        const work = { ...unit, user: { id: systemActor.id, username: systemActor.name } }
        const locked = await lockRuleset(work.tx, rulesetId, [merchantId])
        const active = locked?.active
        if (
          !locked ||
          active?.emergency !== 'UNCONFIRMED' ||
          Date.parse(active.confirmUntil ?? '') > unit.now.getTime()
        )
          return 0
        await revert(work, locked, active, 'Nobody confirmed the emergency change in time.')
        return 1
      })
      reverted += value
    }
    return `Reverted: ${reverted}`
  },
})
