import { withKeptRates } from '@signalbox/model/money/noted-rates'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { Facts, FactValue } from '@signalbox/model/rules/fact'
import type { Tx } from '../../kit/database.ts'
import { unpackEventFacts, unpackFacts } from '../core/state/facts-json.ts'
import type { Decision } from '../core/state/payment.ts'
import { ratesFor } from '../reference/forex-rates.ts'
import { readChains, readRates } from '../reference/reference-store.ts'
import { lastFacts, listDecided, type FactEvent, type TxKey } from './detail-store.ts'

type FactValues = Readonly<Record<string, FactValue | undefined>>

/** What a payment came with, and never learnt: it is stored with the payment and not with what happened to it. */
function givenFacts(last: Readonly<Record<string, unknown>>, events: readonly FactEvent[]): FactValues {
  const addedLater = new Set(events.flatMap(({ facts }) => Object.keys(facts ?? {})))
  return unpackFacts(Object.fromEntries(Object.entries(last).filter(([name]) => !addedLater.has(name))))
}

/**
 * The rates a payment was compared by are kept with it. For payments from before that, and for rules of today that
 * convert what nobody converted then, those that held at the instant are looked up.
 */
async function ratesOfThen(tx: Tx, merchantId: number): Promise<(at: string) => Promise<RateSheet>> {
  const chain = (await readChains(tx)).get(merchantId) ?? [merchantId]
  const known = new Map<string, Promise<RateSheet>>()
  return (at) => {
    // They hold for days; what happened in the same hour was compared by the same ones.
    const hour = at.slice(0, 13)
    let sheet = known.get(hour)
    if (!sheet)
      known.set(
        hour,
        (sheet = readRates(tx, new Date(at)).then((rates) =>
          ratesFor(rates, chain, { nowMs: Date.parse(at) }),
        )),
      )
    return sheet
  }
}

interface RecordedDecision {
  readonly seq: number
  readonly at: string
  readonly decision: Decision
  /** Everything that was known when the table was asked. */
  readonly facts: Facts
  readonly rates: RateSheet
}

/** Every table that was asked about a payment, in order, with what it was asked with. */
export async function* recordedDecisions(tx: Tx, key: TxKey): AsyncGenerator<RecordedDecision> {
  const ratesAt = await ratesOfThen(tx, key.merchantId)
  const events = await listDecided(tx, key)
  const last = await lastFacts(tx, key)
  let known = givenFacts(last, events)
  for (const { seq, at, facts, decisions } of events) {
    known = { ...known, ...unpackEventFacts(facts ?? undefined, last) }
    const rates = await ratesAt(at)
    for (const decision of decisions ?? [])
      yield {
        seq,
        at,
        decision,
        facts: { ...known, ...unpackFacts(decision.also) } as Facts,
        rates: withKeptRates(decision.rates, rates),
      }
  }
}
