import type { EffectiveTable } from '@signalbox/engine/effective-table'
import { evaluate, type Evaluation } from '@signalbox/engine/evaluate'
import type { Step } from '@signalbox/model/rules/fact'
import type { NotingSheet } from '@signalbox/model/money/noted-rates'
import { packFacts } from '../state/facts-json.ts'
import type { Decision, Payment } from '../state/payment.ts'
import type { AskOptions } from './world.ts'

/** Where the tables in force come from: the rule book of this node. */
export interface RuleSource {
  effective(merchantId: number, slug: string): Promise<EffectiveTable>
}

const two = (value: number): string => String(value).padStart(2, '0')

const versionsOf = ({ table, rulesets }: EffectiveTable): string[] =>
  rulesets.map(
    ({ version: { merchantId, no, version } }) => `${merchantId}_${table.tag}_${two(no)}@${version}`,
  )

export const decisionOf = (effective: EffectiveTable, step: Step, evaluation: Evaluation): Decision => ({
  table: effective.table.slug,
  step,
  outcome: evaluation.outcome,
  hits: evaluation.hits.map(({ ref }) => ref),
  versions: versionsOf(effective),
  ...(evaluation.draw && { draw: evaluation.draw }),
})

/** Asks a table about a payment as it is known now, and writes down what it said. */
export async function askRules(
  rules: RuleSource,
  payment: Payment,
  slug: string,
  step: Step,
  { also, silent, rates, ...context }: AskOptions & { readonly rates: NotingSheet },
): Promise<Evaluation> {
  const effective = await rules.effective(payment.tx.merchantId, slug)
  const facts = also ? { ...payment.facts, ...also } : payment.facts
  const evaluation = evaluate(effective, facts, {
    ...context,
    rates: rates.of,
    converted: (currency) => rates.quotes.get(currency),
    step,
    transactionId: String(payment.tx.id),
  })
  if (!silent) {
    const decision = { ...decisionOf(effective, step, evaluation), rates: rates.noted }
    payment.decided(also ? { ...decision, also: packFacts(also) } : decision)
  }
  return evaluation
}
