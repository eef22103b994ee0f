import { firstTxIdAt } from '@signalbox/model/payments/tx-id'
import type { TrafficFinder } from '../../setup/ruleset/read-model.ts'
import { unpackFacts } from '../core/state/facts-json.ts'
import { ratesFor } from '../reference/forex-rates.ts'
import { readChains, readRates } from '../reference/reference-store.ts'
import { sampleFacts } from './traffic-store.ts'

const weekMs = 7 * 86_400_000
/** Of six hours each. */
const slots = 28
const mostPayments = 2_000
/** A group with more brands is sampled at these. */
const mostMerchants = 40

/** A sample of last week's payments that a table was asked about, spread over the week. */
export const findTraffic: TrafficFinder = async (tx, { merchantId, merchants, table, now }) => {
  const [from, to] = [now.getTime() - weekMs, now.getTime()]
  const sampled = merchants.slice(0, mostMerchants)
  const ends = Array.from({ length: slots + 1 }, (_, slot) => firstTxIdAt(from + (slot * weekMs) / slots))
  const perSlot = Math.ceil(mostPayments / (slots * Math.max(1, sampled.length)))
  const packed = await sampleFacts(tx, { merchants: sampled, ends, perSlot, table })
  const chain = (await readChains(tx)).get(merchantId) ?? [merchantId]
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    payments: packed.map(unpackFacts),
    rates: ratesFor(await readRates(tx, now), chain, { nowMs: now.getTime() }),
  }
}
