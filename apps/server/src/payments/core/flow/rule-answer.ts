import type { CompiledRuleset, Hit, Outputs } from '@signalbox/engine/compile-ruleset'
import type { EffectiveTable } from '@signalbox/engine/effective-table'
import { evaluate, outsidePreconditions, type Evaluation } from '@signalbox/engine/evaluate'
import { contextIn, type Circumstances } from '@signalbox/engine/circumstances'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { KnownFacts } from '@signalbox/model/rules/facts-known'
import type { OutputsOf } from '@signalbox/model/rules/outputs-of'
import { readOutputs } from '@signalbox/model/rules/read-outputs'

/** A row that decides. What it says is typed as its table declares it. */
export interface RuleHit<Table extends DecisionTable> extends Omit<Hit, 'outputs'> {
  readonly outputs: OutputsOf<Table>
}

/** What a table said. */
export interface RuleAnswer<Table extends DecisionTable> extends Pick<Evaluation, 'outcome' | 'draw'> {
  readonly hits: readonly RuleHit<Table>[]
  readonly passedOver: readonly RuleHit<Table>[]
  /** The row at which reading stopped. */
  readonly stoppedAt?: string | undefined
  /** Not asked, because the payment is outside their preconditions. */
  readonly skipped?: readonly CompiledRuleset[]
}

/** Rows are the same objects for all payments, so each is read once. */
const alreadyRead = new WeakMap<Outputs, unknown>()

function typed<Table extends DecisionTable>(table: Table, said: Outputs): OutputsOf<Table> {
  let outputs = alreadyRead.get(said)
  if (!outputs) alreadyRead.set(said, (outputs = readOutputs(table, said)))
  return outputs as OutputsOf<Table>
}

export const typedHit = <Table extends DecisionTable>(table: Table, hit: Hit): RuleHit<Table> => ({
  ...hit,
  outputs: typed(table, hit.outputs),
})

/** Asks the rows in force of a table. Nothing else may look at what rows say, so that every name is a declared one. */
export function askTable<Table extends DecisionTable>(
  table: Table,
  effective: EffectiveTable,
  facts: KnownFacts,
  circumstances: Circumstances,
): RuleAnswer<Table> {
  if (effective.table.slug !== table.slug)
    throw new Error(`Asked ${table.slug} with the rows of ${effective.table.slug}`)
  const context = contextIn(table, circumstances)
  const { outcome, draw, hits, passedOver, stoppedAt } = evaluate(effective, facts, context)
  const read = (hit: Hit) => typedHit(table, hit)
  return {
    outcome,
    draw,
    hits: hits.map(read),
    passedOver: passedOver.map(read),
    stoppedAt: stoppedAt?.ref,
    skipped: outsidePreconditions(effective, facts, context),
  }
}
