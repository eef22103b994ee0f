import { takeAnchors, writeAnchors, type WitnessSender } from '../console/audit/read-model.ts'
import type { PeriodicJob } from '../kit/jobs/periodic-job.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'

/**
 * Once a day every audit chain is anchored, in the database and in a file. The file is for keeping elsewhere: whoever
 * rewrites the database and knows the key still cannot rewrite what has left the house.
 */
export const auditAnchor = (
  deps: Pick<KitDeps, 'db' | 'auditKey'>,
  folder: string,
  sender?: Pick<WitnessSender, 'send'>,
): PeriodicJob => ({
  name: 'audit-anchor',
  title: 'Audit anchors',
  schedule: { dailyAt: '00:05' },
  atStart: 'always',
  async run({ now }) {
    const anchors = await takeAnchors(deps, now)
    await writeAnchors(folder, now.toISOString().slice(0, 10), anchors)
    await sender?.send(anchors, { atOnce: true })
    return `Chains anchored: ${anchors.length}`
  },
})
