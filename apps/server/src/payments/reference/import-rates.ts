import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import { activeService } from './forex-rates.ts'
import type { RateSource } from './rate-source.ts'
import { hasRatesOf, insertRates } from './reference-store.ts'

const dayMs = 86_400_000
/** After an outage the days that were missed are brought in too, so that history has no holes. */
const daysBack = 7
const platform = 1000

/** Brings in the rates of the day for the whole platform. Merchants with rates of their own keep them. */
export const importRates = (deps: KitDeps, source: RateSource): PeriodicJob => ({
  name: 'forex-import',
  title: 'Import of exchange rates',
  schedule: { everySeconds: 3600 },
  atStart: 'always',
  async run({ now, signal }) {
    const imported: string[] = []
    for (let back = daysBack; back >= 0; back--) {
      signal.throwIfAborted()
      const day = new Date(now.getTime() - back * dayMs).toISOString().slice(0, 10)
      if (await hasRatesOf(deps.db, platform, activeService, day)) continue
      if ((await importDay(deps, source, day)) > 0) imported.push(day)
    }
    return imported.length === 0 ? 'Nothing new' : `Imported: ${imported.join(', ')}`
  },
})

async function importDay(deps: KitDeps, source: RateSource, day: string): Promise<number> {
  const lines = await source(day)
  if (!lines || lines.length === 0) return 0
  const { value } = await perform(deps, systemActor, async (unit) => {
    const rates = lines.map((line) => ({ ...line, id: unit.newId() }))
    const count = await insertRates(unit.tx, platform, { day, service: activeService, rates, now: unit.now })
    if (count === 0) return count
    unit.audit({
      merchantId: platform,
      entityType: 'forex-rate',
      entityId: day,
      entityLabel: `Rates of ${day}`,
      changeType: 'CREATE',
      action: 'IMPORT',
      after: { service: activeService, day, rates: count },
    })
    unit.emit({ merchantId: platform, topic: 'forex-rate', key: day })
    return count
  })
  return value
}
