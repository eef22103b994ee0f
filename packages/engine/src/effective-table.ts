import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { RulesetVersion } from '@signalbox/model/rules/rule'
import type { CompiledRuleset } from './compile-ruleset.ts'

/** What is asked for a merchant: versions in the order in which they have their say. */
export interface EffectiveTable {
  readonly table: DecisionTable
  readonly rulesets: readonly CompiledRuleset[]
}

type Ordered = Pick<RulesetVersion, 'merchantId' | 'inherit' | 'priority' | 'no'>

/**
 * Ancestors that insist come first, from the root down; then the merchant itself; then ancestors that may be
 * overridden, from the parent up.
 * @param lineage the merchant, its parent, and so on up to the root
 */
export function evaluationOrder(lineage: readonly number[]): (a: Ordered, b: Ordered) => number {
  const rank = ({ merchantId, inherit }: Ordered): number => {
    const distance = lineage.indexOf(merchantId)
    return distance > 0 && inherit === 'ENFORCED' ? -distance : distance
  }
  return (a, b) => rank(a) - rank(b) || a.priority - b.priority || a.no - b.no
}

/** Compiled versions are taken as they are, so a master's table exists once. */
export function effectiveTable(
  table: DecisionTable,
  lineage: readonly number[],
  rulesets: readonly CompiledRuleset[],
): EffectiveTable {
  const order = evaluationOrder(lineage)
  const ordered = rulesets
    .filter(({ version }) => version.table === table.slug && lineage.includes(version.merchantId))
    .sort(({ version: a }, { version: b }) => order(a, b))
  return { table, rulesets: ordered }
}
