import type { RulesetTestRun } from '@signalbox/model/calls/simulator'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import type { VersionRef } from './active-rules-store.ts'
import type { LockedRuleset } from './locked-ruleset.ts'
import type { VersionRow } from './ruleset-tables.ts'

/** Runs the test cases of a ruleset with one of its versions, and others beside it. Payments stand above rules and hand it in. */
export type TestCaseRunner = (
  tx: Tx,
  version: VersionRef,
  beside?: readonly VersionRef[],
) => Promise<readonly RulesetTestRun[]>

export const refOf = ({ ruleset }: Pick<LockedRuleset, 'ruleset'>, row: VersionRow): VersionRef => ({
  merchantId: ruleset.merchantId,
  rulesetId: ruleset.id,
  table: ruleset.decisionTable,
  version: row.version,
  revision: row.revision,
  contentHash: row.contentHash,
})

const mostNamed = 20

/** Nobody is asked to approve what does not do what its own test cases expect. */
export async function refuseFailedTests(
  tx: Tx,
  run: TestCaseRunner,
  locked: LockedRuleset,
  open: VersionRow,
  beside: readonly VersionRef[] = [],
): Promise<void> {
  const runs = await run(tx, refOf(locked, open), beside)
  const failed = runs.filter(({ passed }) => !passed)
  const [first] = failed
  if (!first) return
  const more = failed.length > 1 ? ` ${failed.length - 1} more failed.` : ''
  throw new Refusal('INVALID', {
    message: `Test case “${first.name}” failed: ${first.differences.join('; ')}.${more}`,
    fields: failed.slice(0, mostNamed).map(({ name, differences }) => ({
      field: 'testCases',
      code: 'TEST_CASE',
      message: `Test case “${name}” failed: ${differences.join('; ')}`,
    })),
  })
}
