import { systemActor } from '../../../kit/audit.ts'
import type { PeriodicJob } from '../../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../../../kit/unit-of-work.ts'
import { Approvals } from '../approvals.ts'
import { endHeldBack, raiseHeldBack } from '../held-back.ts'
import type { RulesetWork } from '../ruleset-work.ts'
import type { RulesetWorker } from '../ruleset-worker/ruleset-worker.ts'
import { dueSets } from './change-set-store.ts'
import { obstacleOf, releaseSet } from './decide-set.ts'
import { lockSet } from './locked-set.ts'
import { moveSet } from './note-set.ts'

/** What could not be released is looked at again after this long: its checks may be long, and its reason stays. */
const retryMs = 60_000

type Outcome = 'active' | 'kept' | 'gone'

/** Releases approved change sets on their date, each as a whole. Several nodes may try: the lock lets one do it. */
export function releaseDueSets(deps: KitDeps, worker: RulesetWorker): PeriodicJob {
  const approvals = new Approvals(worker)
  const lookAgain = new Map<string, number>()
  const tryOne = (merchantId: number, id: string): Promise<Outcome> =>
    perform(deps, systemActor, async (unit): Promise<Outcome> => {
      const work: RulesetWork = { ...unit, user: { id: systemActor.id, username: systemActor.name } }
      const locked = await lockSet(work.tx, id, [merchantId])
      if (locked?.set.state !== 'SCHEDULED' || Date.parse(locked.set.activateAt ?? '') > unit.now.getTime())
        return 'gone'
      const problem = await obstacleOf(work, { worker, approvals }, locked)
      if (problem === null) {
        await releaseSet(work, locked)
        if (locked.set.problem !== null) await endHeldBack(work, { merchantId, key: id })
        return 'active'
      }
      deps.log.error({ merchantId, changeSetId: id, problem }, 'a change set stays scheduled')
      // Each reason is written down once.
      if (locked.set.problem !== problem) {
        await moveSet(work, locked.set, { problem }, { action: 'ACTIVATION_FAILED', more: { problem } })
        const title = `Change set ${locked.set.title} was not released on its date`
        const subject = `/rules-hub/overview ${id}`
        await raiseHeldBack(work, { merchantId, key: id, subject, title, problem })
      }
      return 'kept'
    }).then(({ value }) => value)
  return {
    name: 'change-set-release',
    title: 'Scheduled change sets',
    schedule: { everySeconds: 2 },
    atStart: 'always',
    async run({ now, signal }) {
      const counts = { active: 0, kept: 0, gone: 0 }
      for (const { merchantId, id } of await dueSets(deps.db, now)) {
        signal.throwIfAborted()
        if ((lookAgain.get(id) ?? 0) > now.getTime()) continue
        const outcome = await tryOne(merchantId, id)
        if (outcome === 'kept') lookAgain.set(id, now.getTime() + retryMs)
        else lookAgain.delete(id)
        counts[outcome]++
      }
      return `Released: ${counts.active}, held back: ${counts.kept}`
    },
  }
}
