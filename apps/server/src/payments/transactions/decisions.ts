import type { TransactionDecision } from '@signalbox/model/calls/transaction-detail'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import type { Tx } from '../../kit/database.ts'
import type { DecisionTracer } from '../../setup/ruleset/read-model.ts'
import type { TxKey } from './detail-store.ts'
import { recordedDecisions } from './recorded-decisions.ts'

const tableOf = (slug: string) => decisionTables.find((table) => table.slug === slug)

/** A row keeps its name when its ruleset gets another version. */
const rowOf = (ref: string): string => ref.split('@')[0] ?? ref

const sameRefs = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((ref, index) => rowOf(ref) === rowOf(b[index] ?? ''))

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
  for await (const { seq, at, decision, facts, rates } of recordedDecisions(tx, key)) {
    const { table: slug, step, outcome, hits, versions } = decision
    if (!isWanted(slug)) continue
    const table = tableOf(slug)
    const trace = await tracer.trace(tx, {
      decision,
      facts,
      merchantId: key.merchantId,
      transactionId: String(key.id),
      formats,
      masked,
      rates,
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
  return decided
}
