import type { DecisionTable } from './decision-table.ts'
import { steps, type FactDeclaration, type Step } from './fact.ts'
import { storedKycColumns } from './facts.ts'

const order = new Map(steps.map((step, index) => [step, index]))

const isAtOrBefore = (step: Step, other: Step): boolean => (order.get(step) ?? 0) <= (order.get(other) ?? 0)

/** Which method and account a payment has, nobody knows who asks which methods there are. */
const isAboutOneMethod = ({ about }: FactDeclaration): boolean => about !== undefined

/** The cashier verifies the user and loads the history before it asks which methods to show. */
const isLoadedByCashier = (fact: FactDeclaration): boolean =>
  fact.group === 'USR' ||
  (fact.group === 'HIST' && !isAboutOneMethod(fact)) ||
  storedKycColumns.includes(fact.key)

/** Whether the fact exists at a step in general. */
export const isKnownAt = (fact: FactDeclaration, step: Step): boolean =>
  isAtOrBefore(fact.from, step) || isLoadedByCashier(fact)

/**
 * Whether a row of the table can ever see the fact. A column that is always missing makes a row that never matches, so
 * such columns are not offered and refused.
 */
export function isKnownTo(
  table: Pick<DecisionTable, 'steps' | 'alsoKnown' | 'defers'>,
  fact: FactDeclaration,
): boolean {
  if (table.alsoKnown?.includes(fact.key)) return true
  if (table.defers && fact.group === 'PSP') return true
  const [decidingStep = 'D0'] = table.steps
  return isKnownAt(fact, decidingStep)
}
