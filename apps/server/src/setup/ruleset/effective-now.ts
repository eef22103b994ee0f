import { effectiveTable, type EffectiveTable } from '@signalbox/engine/effective-table'
import { Refusal } from '@signalbox/model/text/refusal'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Tx } from '../../kit/database.ts'
import { VersionGone, type CompiledVersions } from './compiled-versions.ts'
import { activeVersions, type VersionRef } from './active-rules-store.ts'

/**
 * A table for a merchant as the database has it at this moment, optionally with one version in place of the active one
 * of its ruleset. People who just changed something ask this; payments ask the active rules.
 */
export async function effectiveNow(
  tx: Tx,
  versions: CompiledVersions,
  table: DecisionTable,
  chain: readonly number[],
  instead?: VersionRef,
): Promise<EffectiveTable> {
  const which = { merchants: chain, table: table.slug }
  const active = await activeVersions(tx, which)
  const wanted = instead
    ? [...active.filter(({ rulesetId }) => rulesetId !== instead.rulesetId), instead]
    : active
  try {
    const rulesets = await Promise.all(wanted.map((ref) => versions.get(tx, ref)))
    return effectiveTable(table, chain, rulesets)
  } catch (error) {
    // A draft may be saved again while it is being read.
    if (error instanceof VersionGone)
      throw new Refusal('VERSION_CONFLICT', { current: { versions: await activeVersions(tx, which) } })
    throw error
  }
}
