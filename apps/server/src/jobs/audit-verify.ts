import { endAlerts, raiseAlert } from '../setup/alert/read-model.ts'
import { allChains, saveVerification, verifyChains } from '../console/audit/read-model.ts'
import { systemActor } from '../kit/audit.ts'
import type { PeriodicJob } from '../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../kit/unit-of-work.ts'

/** Every night all chains are recomputed from their first entry; Home and the bell show what was found. */
export const auditVerify = (deps: KitDeps, folder: string): PeriodicJob => ({
  name: 'audit-verify',
  title: 'Audit verification',
  schedule: { dailyAt: '02:30' },
  atStart: 'when-new',
  async run({ now, signal }) {
    const { chains } = await verifyChains(deps, await allChains(deps.db), { folder, signal })
    for (const chain of chains) await saveVerification(deps.db, chain, now)
    const broken = chains.filter(({ ok }) => !ok)
    for (const chain of broken) deps.log.error({ chain }, 'an audit chain is broken')
    await perform(deps, systemActor, async (unit) => {
      for (const { chainId, ok, brokenSeq, reason } of chains)
        if (ok) await endAlerts(unit, { source: 'AUDIT_CHAIN', merchantId: chainId, isOver: () => true })
        else
          await raiseAlert(unit, {
            merchantId: chainId,
            source: 'AUDIT_CHAIN',
            key: String(chainId),
            severity: 'CRITICAL',
            title: `The audit log is broken at entry ${brokenSeq}`,
            body: reason ?? '',
          })
    })
    const entries = chains.reduce((sum, { checkedEntries }) => sum + checkedEntries, 0)
    const found = broken.map(({ chainId, brokenSeq }) => `chain ${chainId} is broken at ${brokenSeq}`)
    return [`Entries checked: ${entries}`, ...found].join(', ')
  },
})
