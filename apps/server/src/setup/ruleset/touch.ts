import type { Desk } from './desk.ts'
import type { RulesetKey } from './ruleset-tables.ts'
import { updateRuleset } from './store.ts'

/** Lists show when something last happened to a ruleset, and who did it. */
export async function touch(
  desk: Desk,
  ruleset: RulesetKey,
  values: Parameters<typeof updateRuleset>[2] = {},
): Promise<void> {
  const stamp = { updatedAt: desk.now, updatedBy: desk.user.username }
  await updateRuleset(desk.tx, ruleset, { ...values, ...stamp })
}
