import { Refusal } from '@signalbox/model/text/refusal'
import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import { activate } from './activate.ts'
import { Approvals, isOutdated } from './approvals.ts'
import { endHeldBack, raiseHeldBack, versionKey } from './held-back.ts'
import type { RulesetWork } from './ruleset-work.ts'
import { lockRuleset, type LockedRuleset } from './locked-ruleset.ts'
import { noteStep } from './notes.ts'
import type { VersionRow } from './ruleset-tables.ts'
import { dueVersions, updateVersion } from './store.ts'
import type { RulesetWorker } from './ruleset-worker/ruleset-worker.ts'

type Outcome = 'active' | 'kept' | 'gone'

/** What could not become active is looked at again after this long: its checks may be long, and its reason stays. */
const retryMs = 60_000

const reasonOf = (refusal: Refusal): string =>
  (refusal.details.fields?.map(({ message }) => message).join('; ') || refusal.message).slice(0, 1_000)

/** What keeps a version from becoming active now, although it was approved for now. */
async function obstacle(
  approvals: Approvals,
  work: RulesetWork,
  locked: LockedRuleset,
  open: VersionRow,
): Promise<string | null> {
  if (isOutdated(locked, open)) return 'The ruleset changed since the version was started.'
  if (open.archives) return null
  try {
    await approvals.refuseUnfit(work, locked, open, true)
    return null
  } catch (error) {
    if (error instanceof Refusal) return reasonOf(error)
    throw error
  }
}

/** It stays scheduled and what was active stays active. Each reason is written down once, not every few seconds. */
async function keepWaiting(
  work: RulesetWork,
  { ruleset, table }: LockedRuleset,
  open: VersionRow,
  activationProblem: string,
): Promise<void> {
  if (open.activationProblem === activationProblem) return
  await updateVersion(work.tx, ruleset, open.version, { activationProblem })
  noteStep(work, ruleset, {
    action: 'ACTIVATION_FAILED',
    before: open,
    after: open,
    more: { activationProblem },
  })
  await raiseHeldBack(work, {
    merchantId: ruleset.merchantId,
    key: versionKey(open),
    subject: `${table.route} ${ruleset.id}`,
    title: `${table.title}: version ${open.version} of ${open.name} was not activated on its date`,
    problem: activationProblem,
  })
}

/** Puts approved versions into effect on their date. Several nodes may try: the lock lets one do it. */
export function activateDue(deps: KitDeps, worker: RulesetWorker): PeriodicJob {
  const approvals = new Approvals(worker)
  const lookAgain = new Map<string, number>()
  const tryOne = (merchantId: number, id: string): Promise<Outcome> =>
    perform(deps, systemActor, async (unit): Promise<Outcome> => {
      const work: RulesetWork = { ...unit, user: { id: systemActor.id, username: systemActor.name } }
      const locked = await lockRuleset(work.tx, id, [merchantId])
      const open = locked?.open
      if (!locked || open?.state !== 'SCHEDULED' || Date.parse(open.effectiveFrom ?? '') > unit.now.getTime())
        return 'gone'
      const problem = await obstacle(approvals, work, locked, open)
      if (problem === null) {
        await activate(work, locked, open)
        if (open.activationProblem !== null) await endHeldBack(work, { merchantId, key: versionKey(open) })
        return 'active'
      }
      deps.log.error(
        { merchantId, rulesetId: id, version: open.version, problem },
        'a version stays scheduled',
      )
      await keepWaiting(work, locked, open, problem)
      return 'kept'
    }).then(({ value }) => value)
  return {
    name: 'ruleset-activation',
    title: 'Scheduled rules',
    schedule: { everySeconds: 2 },
    atStart: 'always',
    async run({ now, signal }) {
      const counts = { active: 0, kept: 0, gone: 0 }
      for (const { merchantId, rulesetId } of await dueVersions(deps.db, now)) {
        signal.throwIfAborted()
        if ((lookAgain.get(rulesetId) ?? 0) > now.getTime()) continue
        const outcome = await tryOne(merchantId, rulesetId)
        if (outcome === 'kept') lookAgain.set(rulesetId, now.getTime() + retryMs)
        else lookAgain.delete(rulesetId)
        counts[outcome]++
      }
      return `Activated: ${counts.active}, held back: ${counts.kept}`
    },
  }
}
