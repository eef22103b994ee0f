import { activeService } from '@signalbox/server/payments/reference/forex-rates'
import { generatedRates } from '@signalbox/server/payments/reference/generated-rates'
import {
  insertGeoNetworks,
  insertIinRanges,
  insertRates,
} from '@signalbox/server/payments/reference/reference-store'
import type { UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import { demoIin, demoNetworks } from './demo-iin.ts'

const platform = 1000
const daysOfRates = 60
const dayMs = 86_400_000

/** What payments look up: ranges of cards, places of addresses, and rates of two months. */
export async function seedReference({ tx, now, newId }: UnitOfWork): Promise<void> {
  const ranges = demoIin.map((range) => ({ ...range, id: newId() }))
  await insertIinRanges(tx, platform, { source: 'IMPORT', ranges, now })
  await insertGeoNetworks(tx, demoNetworks)
  for (let back = daysOfRates; back >= 0; back--) {
    const day = new Date(now.getTime() - back * dayMs).toISOString().slice(0, 10)
    const rates = generatedRates(day).map((rate) => ({ ...rate, id: newId() }))
    await insertRates(tx, platform, { day, service: activeService, rates, now })
  }
}
