import type { RulesetVersion } from '@signalbox/model/rules/rule'
import type { RulesetContent, RulesetRevision } from '@signalbox/model/rules/ruleset'
import type { FakeHandlers } from '../../../kit/testing/fake-api.ts'
import { approvalHandlers, editHandlers, readHandlers } from './fake-ruleset-handlers.ts'
import { activeOf, contentOf, fakeRulesetStore, openOf, type FakeRuleset } from './fake-ruleset-store.ts'

export interface FakeRulesets {
  readonly rulesets: FakeRuleset[]
  readonly handlers: FakeHandlers
  /** Someone else saves in between. */
  readonly saveAs: (username: string, id: string, change: (content: RulesetContent) => RulesetContent) => void
}

/** Keeps rulesets as the server would: versions, drafts, four eyes, stale saves refused. */
export function fakeRulesets(
  table: string,
  rulesets: FakeRuleset[],
  { username = 'anna', inherited = [] }: { username?: string; inherited?: RulesetVersion[] } = {},
): FakeRulesets {
  const store = fakeRulesetStore(table, rulesets, username)
  return {
    rulesets,
    handlers: { ...readHandlers(store, inherited), ...editHandlers(store), ...approvalHandlers(store) },
    saveAs: (who, id, change) => {
      const ruleset = rulesets.find((other) => other.id === id) as FakeRuleset
      const shown = (openOf(ruleset) ?? activeOf(ruleset)) as RulesetRevision
      store.draftOf(ruleset, change(contentOf(shown)), `Changed by ${who}`, who)
    },
  }
}
