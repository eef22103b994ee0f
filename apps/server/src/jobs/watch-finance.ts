import { findOverdue, overdueSource } from '../finance/billing/read-model.ts'
import {
  findLateFiles,
  findUndecided,
  lateFiles,
  undecidedSettlements,
} from '../finance/settlements/read-model.ts'
import { findLowVouchers, lowVouchers } from '../finance/store/read-model.ts'
import { systemActor } from '../kit/audit.ts'
import type { Tx } from '../kit/database.ts'
import type { PeriodicJob } from '../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../kit/unit-of-work.ts'
import { keepAlerts, type KeptSource, type StandingTrouble } from '../setup/alert/read-model.ts'

interface Watched {
  readonly kept: KeptSource
  readonly find: (tx: Tx, now: Date) => Promise<StandingTrouble[]>
}

/** What the nightly run of drafts could not do, it tells itself. */
const watched: readonly Watched[] = [
  { kept: lateFiles, find: findLateFiles },
  { kept: undecidedSettlements, find: findUndecided },
  { kept: overdueSource, find: findOverdue },
  { kept: lowVouchers, find: findLowVouchers },
]

/** Looks every hour at what finance has left lying, at all merchants; each kind in a transaction of its own. */
export const watchFinance = (deps: KitDeps): PeriodicJob => ({
  name: 'finance-alerts',
  title: 'Finance alerts',
  schedule: { everySeconds: 3_600 },
  async run({ now, signal }) {
    let [raised, ended] = [0, 0]
    for (const { kept, find } of watched) {
      signal.throwIfAborted()
      const { value } = await perform(deps, systemActor, async (unit) =>
        keepAlerts(unit, kept, await find(unit.tx, now)),
      )
      raised += value.raised
      ended += value.ended
    }
    return `Alerts raised: ${raised}, ended: ${ended}`
  },
})
