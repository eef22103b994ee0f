import { allChains, saveVerification, verifyChains } from '../features/audit/read-model.ts'
import type { PeriodicJob } from '../kit/jobs/periodic-job.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'

/** Every night all chains are recomputed from their first entry; Home and the bell show what was found. */
export const auditVerify = (
  deps: Pick<KitDeps, 'db' | 'auditKey' | 'now' | 'log'>,
  folder: string,
): PeriodicJob => ({
  name: 'audit-verify',
  title: 'Audit verification',
  schedule: { dailyAt: '02:30' },
  atStart: 'when-new',
  async run({ now, signal }) {
    const { chains } = await verifyChains(deps, await allChains(deps.db), { folder, signal })
    for (const chain of chains) await saveVerification(deps.db, chain, now)
    const broken = chains.filter(({ ok }) => !ok)
    for (const chain of broken) deps.log.error({ chain }, 'an audit chain is broken')
    const entries = chains.reduce((sum, { checkedEntries }) => sum + checkedEntries, 0)
    const found = broken.map(({ chainId, brokenSeq }) => `chain ${chainId} is broken at ${brokenSeq}`)
    return [`Entries checked: ${entries}`, ...found].join(', ')
  },
})
