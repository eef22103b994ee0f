import { isOrdered } from '@signalbox/engine/analyse/change-direction'
import {
  assessChange,
  type ChangeAssessment,
  type ChangeDirection,
} from '@signalbox/model/rules/approval-policy'
import type { ChangeSummary } from '@signalbox/model/rules/change-summary'
import type { Tx } from '../../kit/database.ts'
import { activeVersions, lineages, loadVersion } from './active-rules-store.ts'
import { textOf, type LockedRuleset } from './locked-ruleset.ts'
import type { VersionRow } from './ruleset-tables.ts'
import type { VersionToIndex } from './ruleset-worker/index-version.ts'
import type { RulesetWorker } from './ruleset-worker/ruleset-worker.ts'

export interface AssessedChange extends ChangeAssessment {
  readonly summary: ChangeSummary | null
}

/** A version with the rulesets around it, as its merchant is decided by them. */
interface TablesCompared {
  readonly tx: Tx
  readonly worker: RulesetWorker
  readonly lineage: readonly number[]
  readonly together: readonly Proposal[]
}

/** A version of a ruleset that is to become active. */
type Proposal = Pick<LockedRuleset, 'ruleset'> & { readonly open: VersionRow }

const toIndex = ({ ruleset, open }: Proposal): VersionToIndex => ({
  identity: {
    rulesetId: ruleset.id,
    merchantId: ruleset.merchantId,
    table: ruleset.decisionTable,
    no: ruleset.no,
    version: open.version,
  },
  content: textOf(open),
})

async function directionOf(
  { tx, worker, lineage, together }: TablesCompared,
  { ruleset, table }: LockedRuleset,
  open: VersionRow,
): Promise<ChangeDirection | null> {
  if (!isOrdered(table)) return null
  const refs = await activeVersions(tx, { merchants: lineage, table: table.slug })
  const before: VersionToIndex[] = []
  for (const ref of refs) {
    const version = await loadVersion(tx, ref)
    if (version) before.push(version)
  }
  const proposals = [
    { ruleset, open },
    ...together.filter((each) => each.ruleset.decisionTable === table.slug && each.ruleset.id !== ruleset.id),
  ].filter((each) => lineage.includes(each.ruleset.merchantId))
  const replaced = new Set(proposals.map((each) => each.ruleset.id))
  const others = before.filter(({ identity }) => !replaced.has(identity.rulesetId))
  const after = [...others, ...proposals.filter((each) => !each.open.archives).map(toIndex)]
  return worker.run('direction', { table: table.slug, lineage, before, after })
}

/**
 * What a version does to payments against what is active now, and who has to agree to it. Merchants below may have rules
 * of their own between an enforced ruleset and the rest, so for those nothing is proven.
 */
export async function assessVersion(
  tx: Tx,
  worker: RulesetWorker,
  locked: LockedRuleset,
  open: VersionRow,
  /** Versions that become active with it: what one of them alone does not change, two may. */
  together: readonly Proposal[] = [],
): Promise<AssessedChange> {
  const { ruleset, table, active } = locked
  const lineage = (await lineages(tx)).get(ruleset.merchantId) ?? [ruleset.merchantId]
  const compared =
    active && !open.archives
      ? await worker.run('compare', { table: table.slug, before: textOf(active), after: textOf(open) })
      : null
  const cosmetic = compared?.cosmetic === true && open.basedOn === active?.version
  const inherit = [open.inherit, ...(active ? [active.inherit] : [])]
  const found = cosmetic ? 'NEUTRAL' : await directionOf({ tx, worker, lineage, together }, locked, open)
  const direction = found !== null && !cosmetic && inherit.includes('ENFORCED') ? 'UNPROVEN' : found
  const assessed = assessChange({ table, direction, cosmetic, master: lineage.length === 1, inherit })
  return { ...assessed, summary: compared?.summary ?? null }
}
