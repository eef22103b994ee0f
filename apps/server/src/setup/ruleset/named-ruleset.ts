import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { findToRead, maySeeVersion, requireEdit, rulesetToRead } from './access.ts'
import type { VersionRef } from './active-rules-store.ts'
import { twoDigits } from './notes.ts'
import type { RulesetKey } from './ruleset-tables.ts'
import { findVersion } from './store.ts'

/** A ruleset by its key, and what people call it. */
export interface NamedRuleset extends RulesetKey {
  readonly label: string
}

type Asking = Pick<Work, 'tx' | 'scope' | 'user' | 'require'>

/** A ruleset somebody may read, or change; what is above the merchant can only be read. */
export async function namedRuleset(work: Asking, id: string, right: 'view' | 'edit'): Promise<NamedRuleset> {
  const ruleset = await rulesetToRead(work, id)
  const { merchantId, decisionTable, no, shownVersion } = ruleset
  if (right === 'edit') {
    const table = tableOfSlug(decisionTable)
    if (table) requireEdit(work, table)
    if (!work.scope.effective.includes(merchantId))
      throw new Refusal('INHERITED', {
        message: 'An inherited ruleset can only be changed at its own merchant.',
      })
  }
  const shown = await findVersion(work.tx, ruleset, shownVersion)
  return { merchantId, id: ruleset.id, label: `${decisionTable} ${twoDigits(no)}: ${shown?.name ?? ''}` }
}

/** The version that is asked for, or the one that is shown. */
export async function rulesetUnderTest(work: Asking, id: string, version?: number): Promise<VersionRef> {
  await rulesetToRead(work, id)
  const ruleset = await findToRead(work, id)
  const row = ruleset && (await findVersion(work.tx, ruleset, version ?? ruleset.shownVersion))
  if (!ruleset || !row || !maySeeVersion(work, ruleset, row)) throw new Refusal('NOT_FOUND')
  const { merchantId, decisionTable: table } = ruleset
  return {
    merchantId,
    rulesetId: ruleset.id,
    table,
    version: row.version,
    revision: row.revision,
    contentHash: row.contentHash,
  }
}
