import { activeService } from '@signalbox/server/payments/reference/forex-rates'
import { generatedRates, generatedReferenceRates } from '@signalbox/server/payments/reference/generated-rates'
import {
  insertGeoNetworks,
  insertIinRanges,
  insertRates,
} from '@signalbox/server/payments/reference/reference-store'
import type { UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import { demoIin, demoNetworks, sourceOf } from './demo-iin.ts'

const platform = 1000
const daysOfRates = 120
const dayMs = 86_400_000

/** What payments look up: ranges of cards, places of addresses, and rates of four months. */
export async function seedReference({ tx, now, newId }: UnitOfWork): Promise<void> {
  for (const source of ['SCHEME', 'IMPORT'] as const) {
    const ranges = demoIin
      .filter((range) => sourceOf(range) === source)
      .map((range) => ({ ...range, id: newId() }))
    await insertIinRanges(tx, platform, { source, ranges, now })
  }
  await insertGeoNetworks(tx, demoNetworks)
  for (let back = daysOfRates; back >= 0; back--) {
    const day = new Date(now.getTime() - back * dayMs).toISOString().slice(0, 10)
    const rates = generatedRates(day).map((rate) => ({ ...rate, id: newId() }))
    await insertRates(tx, platform, { day, service: activeService, rates, now })
    const reference = generatedReferenceRates(day).map((rate) => ({ ...rate, id: newId() }))
    await insertRates(tx, platform, { day, service: 'ECB', rates: reference, now })
  }
}
