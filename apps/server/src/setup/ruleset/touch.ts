import type { RulesetWork } from './ruleset-work.ts'
import type { RulesetKey } from './ruleset-tables.ts'
import { updateRuleset } from './store.ts'

/** Lists show when something last happened to a ruleset, and who did it. */
export async function touch(
  work: RulesetWork,
  ruleset: RulesetKey,
  values: Parameters<typeof updateRuleset>[2] = {},
): Promise<void> {
  const stamp = { updatedAt: work.now, updatedBy: work.user.username }
  await updateRuleset(work.tx, ruleset, { ...values, ...stamp })
}
