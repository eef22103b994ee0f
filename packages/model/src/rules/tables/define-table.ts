import type { DecisionTable, OutputDeclaration } from '../decision-table.ts'
import { factOf, timeColumns } from '../facts.ts'
import { isKnownTo } from '../known-facts.ts'

type Declared = Omit<DecisionTable, 'access' | 'declines'> &
  Partial<Pick<DecisionTable, 'access' | 'declines'>>

export const kycAccess = { view: 'kyc-rules.view', edit: 'kyc-rules.edit' } as const

/** Every table can note why a row is there for the payment it decides about. */
const notes: readonly OutputDeclaration[] = [
  { key: 'info', label: 'Info', type: 'TEXT', help: 'Shown in the Info column of the transaction', max: 200 },
  { key: 'tags', label: 'Tags', type: 'LIST', help: 'Put on the transaction' },
]

/**
 * Completes a declaration: the columns and outputs every table has, and of a shared set of columns only those that can
 * be known when the table is asked.
 */
export function decisionTable(declared: Declared): DecisionTable {
  const columns = new Set([...declared.conditions, ...timeColumns])
  const ownOutputs = new Set(declared.outputs.map((output) => output.key))
  return {
    access: { view: 'rules.view', edit: 'rules.edit' },
    declines: [],
    ...declared,
    conditions: [...columns].filter((key) => {
      const fact = factOf(key)
      return fact !== undefined && isKnownTo(declared, fact)
    }),
    outputs: [...declared.outputs, ...notes.filter((output) => !ownOutputs.has(output.key))],
  }
}
