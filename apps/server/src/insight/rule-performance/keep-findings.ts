import { findingSeverity } from '@signalbox/model/rules/finding'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { findTraffic } from '../../payments/simulator/read-model.ts'
import { lintOf, type RulesetWorker } from '../../setup/ruleset/read-model.ts'
import { rulesetsToCheck, saveFindings } from './lint-store.ts'

/** Findings that prove a row can never match. */
const unreachable = new Set(['SA01', 'SA03', 'SA04'])

/** Checks the rulesets that changed since they were checked, or were not for a while: what they name may be gone. */
async function checkRulesets({ db }: Pick<KitDeps, 'db'>, worker: RulesetWorker, now: Date): Promise<number> {
  const rulesets = await rulesetsToCheck(db, now)
  for (const ruleset of rulesets) {
    const findings = await lintOf(db, worker, ruleset, { now, findTraffic })
    if (!findings) continue
    const count = (severity: string) =>
      findings.filter(({ code }) => findingSeverity[code] === severity).length
    await saveFindings(db, ruleset, {
      errors: count('error'),
      warnings: count('warning'),
      unreachable: findings.flatMap(({ code, ruleId }) => (unreachable.has(code) && ruleId ? [ruleId] : [])),
      now,
    })
  }
  return rulesets.length
}

export const keepFindings = (deps: Pick<KitDeps, 'db'>, worker: RulesetWorker): PeriodicJob => ({
  name: 'ruleset-findings',
  title: 'Checks of rulesets',
  schedule: { everySeconds: 30 },
  atStart: 'always',
  async run({ now }) {
    return `Rulesets checked: ${await checkRulesets(deps, worker, now)}`
  },
})
