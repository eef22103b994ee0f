import { forexConfigOf } from '@signalbox/model/configuration/forex-config'
import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import { merchantsWithOwnRates } from './forex/rate-store.ts'
import type { RateLine, RateSource } from './rate-source.ts'
import { hasRatesOf, insertRates } from './reference-store.ts'

const dayMs = 86_400_000
/** After an outage the days that were missed are brought in too, so that history has no holes. */
const daysBack = 7
const platform = 1000

export const rateImportJob = 'forex-import'

interface RatesOfDay {
  readonly service: string
  readonly day: string
  readonly lines: readonly RateLine[]
}

interface Target {
  readonly merchantId: number
  /** Only rates of this service; all of them when left out. */
  readonly service?: string
}

/** Brings in the rates of the last days for the platform, and for merchants that want a copy of their own. */
export const importRates = (deps: KitDeps, source: RateSource): PeriodicJob => ({
  name: rateImportJob,
  title: 'Exchange rate import',
  schedule: { everySeconds: 3600 },
  atStart: 'always',
  async run({ now, signal }) {
    const days = Array.from({ length: daysBack + 1 }, (_, index) =>
      new Date(now.getTime() - (daysBack - index) * dayMs).toISOString().slice(0, 10),
    )
    const { published, problems } = await source(days)
    const found = days.flatMap((day) =>
      published.flatMap(({ service, days: byDay }): RatesOfDay[] => {
        const lines = byDay.get(day) ?? []
        return lines.length === 0 ? [] : [{ service, day, lines }]
      }),
    )
    const imported = new Set<string>()
    for (const target of await targets(deps)) {
      for (const rates of found) {
        signal.throwIfAborted()
        if (target.service !== undefined && target.service !== rates.service) continue
        if (await importDay(deps, target.merchantId, rates)) imported.add(rates.day)
      }
    }
    const summary = imported.size === 0 ? 'Nothing new' : `Imported: ${[...imported].sort().join(', ')}`
    // What could be read is in; whoever put the rest there is told what is wrong with it.
    if (problems.length > 0) throw new Error(`${summary}. ${problems.slice(0, 5).join('. ')}`)
    return summary
  },
})

async function targets({ db }: KitDeps): Promise<Target[]> {
  const own = await merchantsWithOwnRates(db)
  return [
    { merchantId: platform },
    ...own
      .filter(({ merchantId }) => merchantId !== platform)
      .map(({ merchantId, document }) => ({ merchantId, service: forexConfigOf(document).service })),
  ]
}

async function importDay(
  deps: KitDeps,
  merchantId: number,
  { service, day, lines }: RatesOfDay,
): Promise<boolean> {
  if (await hasRatesOf(deps.db, merchantId, service, day)) return false
  const { value } = await perform(deps, systemActor, async (unit) => {
    const rates = lines.map((line) => ({ ...line, id: unit.newId() }))
    const count = await insertRates(unit.tx, merchantId, { day, service, rates, now: unit.now })
    if (count === 0) return count
    unit.audit({
      merchantId,
      entityType: 'forex-rate',
      entityId: day,
      entityLabel: `Rates of ${day}`,
      changeType: 'CREATE',
      action: 'IMPORT',
      after: { service, day, rates: count },
    })
    unit.emit({ merchantId, topic: 'forex-rate', key: day })
    return count
  })
  return value > 0
}
