import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { takeAnchors } from '../features/audit/read-model.ts'
import type { PeriodicJob } from '../kit/jobs/periodic-job.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'

/**
 * Once a day every audit chain is anchored, in the database and in a file. The file is for keeping elsewhere: whoever
 * rewrites the database and knows the key still cannot rewrite what has left the house.
 */
export const auditAnchor = (deps: Pick<KitDeps, 'db' | 'auditKey'>, folder: string): PeriodicJob => ({
  name: 'audit-anchor',
  title: 'Audit anchors',
  schedule: { dailyAt: '00:05' },
  atStart: 'always',
  async run({ now }) {
    const anchors = await takeAnchors(deps, now)
    const path = join(folder, `anchors-${now.toISOString().slice(0, 10)}.json`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(`${path}.tmp`, `${JSON.stringify(anchors, null, 2)}\n`, { mode: 0o600 })
    await rename(`${path}.tmp`, path)
    return `Chains anchored: ${anchors.length}`
  },
})
