import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { removeExpired } from './vault-store.ts'

/** Security codes and unused tokens are gone within a minute of their time. */
export const expireCodes = ({ db }: Pick<KitDeps, 'db'>): PeriodicJob => ({
  name: 'vault-expiry',
  title: 'Removal of expired card tokens',
  schedule: { everySeconds: 60 },
  atStart: 'always',
  async run({ now }) {
    return `Removed: ${await removeExpired(db, now)}`
  },
})
