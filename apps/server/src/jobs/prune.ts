import type { PeriodicJob } from '../kit/jobs/periodic-job.ts'
import { removeFailedJobs, purgeExpired, type ExpiredSource } from '../kit/purge-expired.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'

/** Each table is known to its owner alone; this only goes from one to the next. */
export const prune = ({ db }: Pick<KitDeps, 'db'>, sources: readonly ExpiredSource[]): PeriodicJob => ({
  name: 'prune',
  title: 'Removal of expired data',
  schedule: { everySeconds: 3600 },
  async run({ now, signal }) {
    const removed: [what: string, rows: number][] = []
    for (const rows of sources.flatMap((source) => source(now))) {
      signal.throwIfAborted()
      removed.push([rows.what, await purgeExpired(db, rows)])
    }
    removed.push(['failed jobs', await removeFailedJobs(db, now)])
    const some = removed.filter(([, rows]) => rows > 0)
    return `Removed: ${some.map(([what, rows]) => `${what} ${rows}`).join(', ') || 'nothing'}`
  },
})
