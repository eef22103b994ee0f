import type { CompiledRuleset } from '@signalbox/engine/compile-ruleset'
import type { EffectiveTable } from '@signalbox/engine/effective-table'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Step } from '@signalbox/model/rules/fact'
import { alwaysNewest, askedAgainOnApproval } from '@signalbox/model/rules/edition-tables'
import { noteOutputs } from '@signalbox/model/rules/tables/define-table'
import type { NotingSheet } from '@signalbox/model/money/noted-rates'
import type { RulesKept } from '../record/step-state.ts'
import { packFacts } from '../state/facts-json.ts'
import type { Decision, Payment } from '../state/payment.ts'
import { askTable, type RuleAnswer } from './rule-answer.ts'
import type { AskOptions } from './step-context.ts'

/** Where the tables in force come from: the active rules of this node. */
export interface RuleSource {
  effective(merchantId: number, slug: string): Promise<EffectiveTable>
  /** The name of what is in force for the merchant now, written down so that any node finds it again. */
  edition(merchantId: number): Promise<string>
  /** A table as it was in an edition; undefined when that is not there any more. */
  effectiveIn(merchantId: number, edition: string, slug: string): Promise<EffectiveTable | undefined>
}

/** Which of the editions a payment keeps is the one for a table. */
function keptFor({ state: { rules } }: Payment, slug: string): keyof RulesKept | undefined {
  if (!rules || alwaysNewest.has(slug)) return undefined
  return rules.sinceApproval && askedAgainOnApproval.has(slug) ? 'sinceApproval' : 'edition'
}

/** A table as the payment is decided by it: as it was when the payment began, or was approved. */
export async function tableFor(rules: RuleSource, payment: Payment, slug: string): Promise<EffectiveTable> {
  const { merchantId } = payment.tx
  const which = keptFor(payment, slug)
  const edition = which && payment.state.rules?.[which]
  const kept = edition && (await rules.effectiveIn(merchantId, edition, slug))
  if (kept) return kept
  if (edition) {
    payment.note('RULES', 'The rules the payment went by are gone. It goes by the active ones from here on')
    const newest = await rules.edition(merchantId)
    payment.patchState({ rules: { ...payment.state.rules, [which]: newest } })
  }
  return rules.effective(merchantId, slug)
}

const two = (value: number): string => String(value).padStart(2, '0')

const versionsOf = ({ table }: EffectiveTable, rulesets: readonly CompiledRuleset[]): string[] =>
  rulesets.map(
    ({ version: { merchantId, no, version } }) => `${merchantId}_${table.tag}_${two(no)}@${version}`,
  )

export const decisionOf = (
  effective: EffectiveTable,
  step: Step,
  answer: RuleAnswer<DecisionTable>,
): Decision => ({
  table: effective.table.slug,
  step,
  outcome: answer.outcome,
  hits: answer.hits.map(({ ref }) => ref),
  versions: versionsOf(effective, effective.rulesets),
  ...(answer.skipped?.length && { skipped: versionsOf(effective, answer.skipped) }),
  ...(answer.stoppedAt !== undefined && { stoppedAt: answer.stoppedAt }),
  ...(answer.draw && { draw: answer.draw }),
})

const isNote = (table: DecisionTable, key: string): boolean =>
  table.outputs.some((output) => output.key === key && noteOutputs.some((note) => note === output))

/** What rows say for people to read goes with the payment they decided about. */
function takeNotes(payment: Payment, table: DecisionTable, hits: RuleAnswer<DecisionTable>['hits']): void {
  if (hits.length === 0) return
  for (const { outputs } of hits) {
    const { info, tags = [] } = outputs as { readonly info?: string; readonly tags?: readonly string[] }
    if (info) payment.addInfo(info)
    if (isNote(table, 'tags')) payment.tag(...tags)
  }
}

/** Asks a table about a payment as it is known now, and writes down what it said. */
export async function askRules<Table extends DecisionTable>(
  rules: RuleSource,
  payment: Payment,
  table: Table,
  step: Step,
  { also, silent, newest, rates, ...context }: AskOptions & { readonly rates: NotingSheet },
): Promise<RuleAnswer<Table>> {
  const effective = newest
    ? await rules.effective(payment.tx.merchantId, table.slug)
    : await tableFor(rules, payment, table.slug)
  const facts = also ? { ...payment.facts, ...also } : payment.facts
  const began = performance.now()
  const answer = askTable(table, effective, facts, {
    ...context,
    rates: rates.of,
    converted: (currency) => rates.quotes.get(currency),
    step,
    transactionId: String(payment.tx.id),
  })
  if (!silent) {
    const us = Math.round((performance.now() - began) * 1_000)
    const decision = { ...decisionOf(effective, step, answer), rates: rates.noted, us }
    payment.recordDecision(also ? { ...decision, also: packFacts(also) } : decision)
    takeNotes(payment, table, answer.hits)
  }
  return answer
}
