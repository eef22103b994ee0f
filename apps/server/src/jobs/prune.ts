import type { PeriodicJob } from '../kit/jobs/periodic-job.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'
import { removeSpent } from './prune-store.ts'

export const prune = ({ db }: Pick<KitDeps, 'db'>): PeriodicJob => ({
  name: 'prune',
  title: 'Removal of old rows',
  schedule: { everySeconds: 3600 },
  async run({ now, signal }) {
    const removed = await removeSpent(db, now, signal)
    return `Removed: ${[...removed].map(([what, rows]) => `${what} ${rows}`).join(', ') || 'nothing'}`
  },
})
