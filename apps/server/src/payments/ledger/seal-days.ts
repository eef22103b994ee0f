import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { merchantsWithBooks } from './invariants-store.ts'
import { insertSeal, unsealedDays } from './seal-store.ts'

/** Every night the entries of the day that ended are sealed: none can be taken out or slipped in afterwards. */
export const sealDays = ({ db }: Pick<KitDeps, 'db'>): PeriodicJob => ({
  name: 'ledger-seal',
  title: 'Sealing of the books',
  schedule: { dailyAt: '00:20' },
  atStart: 'when-new',
  async run({ now, signal }) {
    const today = now.toISOString().slice(0, 10)
    let sealed = 0
    for (const merchantId of await merchantsWithBooks(db)) {
      for (const day of await unsealedDays(db, merchantId, today)) {
        signal.throwIfAborted()
        await insertSeal(db, merchantId, day, now)
        sealed++
      }
    }
    return `Days sealed: ${sealed}`
  },
})
