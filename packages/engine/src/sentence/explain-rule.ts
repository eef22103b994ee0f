import type { DecisionTable, OutputValue } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'
import type { Rule } from '@signalbox/model/rules/rule'
import { cellOf, conditionOf, type Condition } from './condition.ts'
import { effectText } from './effects/index.ts'
import { openingFor } from './opening.ts'
import { ordinal } from './quantities.ts'
import { unsaid, type WordedCondition } from './unsaid.ts'
import type { Wording } from './wording.ts'

/** What a row says, before it is put into words. */
export interface Statement {
  readonly conditions: readonly Condition[]
  readonly decisions: readonly Decision[]
}

interface Decision {
  readonly output: string
  readonly value: OutputValue
}

type RuleContent = Pick<Rule, 'conditions' | 'outputs'>

/** In the order of the table's columns, so that the same row always reads the same. */
export function statementOf(table: DecisionTable, rule: RuleContent): Statement {
  return {
    conditions: inOrder(table.conditions, rule.conditions).map(([fact, cell]) => conditionOf(fact, cell)),
    decisions: inOrder(
      table.outputs.map(({ key }) => key),
      rule.outputs,
    ).map(([output, value]) => ({ output, value })),
  }
}

/** The content of the row a statement was made of. */
export const rowOf = ({ conditions, decisions }: Statement): RuleContent => ({
  conditions: Object.fromEntries(conditions.map((condition) => [condition.fact, cellOf(condition)])),
  outputs: Object.fromEntries(decisions.map(({ output, value }) => [output, value])),
})

/** Columns the table does not know come last. */
function inOrder<Value>(
  order: readonly string[],
  members: Readonly<Record<string, Value>>,
): [string, Value][] {
  const place = new Map(order.map((key, index) => [key, index]))
  const placeOf = (key: string) => place.get(key) ?? order.length
  return Object.entries(members).sort(([a], [b]) => placeOf(a) - placeOf(b))
}

/** `For deposits in Norwegian or Danish kroner routed to EuroCard, convert to EUR and add a 1 % margin.` */
export const explainRule = (table: DecisionTable, rule: RuleContent, wording: Wording): string =>
  writeStatement(table, statementOf(table, rule), wording)

export function writeStatement(table: DecisionTable, statement: Statement, wording: Wording): string {
  const said = statement.conditions.map((condition): WordedCondition => ({
    condition,
    fact: factOf(condition.fact) ?? unknownFact(condition.fact),
  }))
  const { text, them } = openingFor(table, unsaid(said, wording))
  const { outputs } = rowOf(statement)
  return `${text}, ${effectText(table, outputs, them, wording)}.`
}

/** A row may have been written when a column existed that does not any more. */
const unknownFact = (key: string): WordedCondition['fact'] => ({
  key,
  label: key,
  type: 'STRING',
  group: 'TX',
  from: 'D0',
  operators: [],
  phrase: key,
})

/** `Checked 1st of 3.` */
export const explainPosition = (no: number, count: number): string => `Checked ${ordinal(no)} of ${count}.`
