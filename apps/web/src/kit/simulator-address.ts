import type { Finding } from '@signalbox/model/rules/finding'

export const simulatorPath = '/rules-hub/simulator'

interface PaymentToShow {
  readonly facts: NonNullable<Finding['witness']>
  /** The table it is to be seen in. */
  readonly table: string
  /** Taken instead of the active version of the same ruleset. */
  readonly version?: { readonly rulesetId: string; readonly version: number } | null | undefined
}

/** The address below `simulatorPath` where a payment somebody found is simulated at once. */
export const simulatorSearch = ({ facts, table, version }: PaymentToShow): Record<string, string> => ({
  facts: JSON.stringify(facts),
  table,
  ...(version && { rules: `${version.rulesetId}@${version.version}` }),
})

/** The same where payments are simulated with all drafts of a change set. */
export const simulatorSearchOfSet = (id: string): Record<string, string> => ({ changeSet: id })
