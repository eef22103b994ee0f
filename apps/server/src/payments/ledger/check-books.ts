import { endAlerts, raiseAlert } from '../../setup/alert/read-model.ts'
import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import { saveFindings } from './finding-store.ts'
import { checkBooks, invariants, type Finding } from './invariants.ts'
import { checkBooksName } from './read-model.ts'
import { merchantsToCheck } from './runner-store.ts'

/** Every night everything that must hold is checked. What does not is an alert, and stands in the audit log. */
export const checkBooksJob = (deps: KitDeps): PeriodicJob => ({
  name: checkBooksName,
  title: 'Check of the books',
  schedule: { dailyAt: '03:10' },
  atStart: 'when-new',
  async run({ signal }) {
    const merchants = await merchantsToCheck(deps.db)
    const broken: string[] = []
    for (const merchantId of merchants) {
      const findings = await checkMerchant(deps, merchantId, signal)
      if (findings.length > 0) broken.push(`${merchantId}: ${countsOf(findings)}`)
    }
    return [`Merchants checked: ${merchants.length}`, ...broken].join(', ')
  },
})

/** Looks through the books of a merchant and keeps what was found. */
export async function checkMerchant(
  deps: KitDeps,
  merchantId: number,
  signal?: AbortSignal,
): Promise<Finding[]> {
  // Whatever is posted while it looks is not certain to be seen.
  const begunAt = deps.now()
  const findings = await checkBooks(deps.db, merchantId, signal)
  await keepFindings(deps, merchantId, findings, begunAt)
  return findings
}

const countsOf = (findings: readonly Finding[]): string =>
  [...new Set(findings.map(({ invariant }) => invariant))]
    .map((invariant) => `${invariant} ${findings.filter((found) => found.invariant === invariant).length}`)
    .join(' ')

async function keepFindings(
  deps: KitDeps,
  merchantId: number,
  findings: readonly Finding[],
  begunAt: Date,
): Promise<void> {
  await perform(deps, systemActor, async (unit) => {
    const { now, newId } = unit
    const added = await saveFindings(unit.tx, merchantId, findings, { now, newId, begunAt })
    for (const finding of added) {
      deps.log.error({ merchantId, ...finding }, 'the books are inconsistent')
      unit.audit({
        merchantId,
        entityType: 'ledger',
        entityId: finding.subject,
        entityLabel: `${finding.invariant} ${finding.subject}`,
        action: 'LEDGER_FINDING',
        after: { ...finding, rule: invariants[finding.invariant] },
      })
    }
    if (findings.length > 0)
      await raiseAlert(unit, {
        merchantId,
        source: 'LEDGER',
        key: 'books',
        severity: 'CRITICAL',
        title: 'The books are inconsistent',
        body: findings
          .slice(0, 3)
          .map(({ invariant, subject, detail }) => `${invariant} ${subject}: ${detail}`)
          .join('; '),
      })
    else await endAlerts(unit, { source: 'LEDGER', merchantId, isOver: () => true })
    if (added.length > 0) unit.emit({ merchantId, topic: 'ledger-finding', key: String(merchantId) })
  })
}
