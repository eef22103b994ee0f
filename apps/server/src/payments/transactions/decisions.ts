import { withKeptRates } from '@signalbox/model/money/noted-rates'
import type { RateSheet } from '@signalbox/model/money/rates'
import { ratesFor } from '../reference/forex-rates.ts'
import { readChains, readRates } from '../reference/reference-store.ts'
import type { TransactionDecision } from '@signalbox/model/calls/transaction-detail'
import type { Facts, FactValue } from '@signalbox/model/rules/fact'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Tx } from '../../kit/database.ts'
import type { DecisionTracer } from '../../setup/ruleset/read-model.ts'
import { unpackEventFacts, unpackFacts } from '../core/state/facts-json.ts'
import { lastFacts, listDecided, type FactEvent, type TxKey } from './detail-store.ts'

const tableOf = (slug: string) => decisionTables.find((table) => table.slug === slug)

/** A row keeps its name when its ruleset gets another version. */
const rowOf = (ref: string): string => ref.split('@')[0] ?? ref

const sameRefs = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((ref, index) => rowOf(ref) === rowOf(b[index] ?? ''))

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

interface Reading {
  readonly formats: UserFormats
  /** Personal data is not for whoever asks. */
  readonly masked: boolean
  readonly isWanted?: (table: string) => boolean
  readonly today?: boolean
}

/** Every table that was asked about a payment, and why it answered as it did, worked out again from what was stored. */
export async function decisionsOf(
  tx: Tx,
  tracer: DecisionTracer,
  key: TxKey,
  { formats, masked, isWanted = () => true, today = false }: Reading,
): Promise<TransactionDecision[]> {
  const decided: TransactionDecision[] = []
  const ratesAt = await ratesOfThen(tx, key.merchantId)
  const events = await listDecided(tx, key)
  const last = await lastFacts(tx, key)
  let known = givenFacts(last, events)
  for (const { seq, at, facts, decisions } of events) {
    known = { ...known, ...unpackEventFacts(facts ?? undefined, last) }
    const rates = await ratesAt(at)
    for (const decision of (decisions ?? []).filter(({ table }) => isWanted(table))) {
      const { table: slug, step, outcome, hits, versions } = decision
      const table = tableOf(slug)
      const trace = await tracer.trace(tx, {
        decision,
        facts: { ...known, ...unpackFacts(decision.also) } as Facts,
        merchantId: key.merchantId,
        transactionId: String(key.id),
        formats,
        masked,
        rates: withKeptRates(decision.rates, rates),
        today,
      })
      decided.push({
        seq,
        at,
        step,
        table: slug,
        title: table?.title ?? slug,
        route: table?.route ?? '',
        outcome,
        hits,
        versions,
        rates: decision.rates ?? [],
        trace: trace ?? null,
        agrees: trace ? sameRefs(trace.hits, hits) : null,
      })
    }
  }
  return decided
}
