import type { Insertable } from 'kysely'
import type { RulesetKey, RulesetVersionTable } from './ruleset-tables.ts'
import type { Draft } from './ruleset-worker/draft.ts'

/** Content that is ready to be stored. */
export type Written = Omit<Draft, 'problems'>

export const countsOf = ({ ruleCount, enabledRuleCount, contentHash }: Written) => ({
  ruleCount,
  enabledRuleCount,
  contentHash,
})

export function writtenColumns(written: Written) {
  const { preconditions, ...fields } = written.fields
  return {
    ...fields,
    preconditions: JSON.stringify(preconditions),
    rules: written.rules,
    ...countsOf(written),
  }
}

type DraftColumns = Omit<
  Insertable<RulesetVersionTable>,
  | 'merchantId'
  | 'rulesetId'
  | 'version'
  | 'state'
  | 'revision'
  | 'basedOn'
  | 'submittedBy'
  | 'submittedAt'
  | 'effectiveFrom'
  | 'activatedAt'
  | 'endedAt'
  | 'activationProblem'
> & { readonly revision?: number }

/** A new version; what happens to it later is not known yet. */
export const draftRow = (
  { merchantId, id }: RulesetKey,
  columns: DraftColumns,
): Insertable<RulesetVersionTable> => ({
  merchantId,
  rulesetId: id,
  version: 1,
  state: 'DRAFT',
  revision: 1,
  basedOn: null,
  submittedBy: null,
  submittedAt: null,
  effectiveFrom: null,
  activatedAt: null,
  endedAt: null,
  activationProblem: null,
  ...columns,
})
