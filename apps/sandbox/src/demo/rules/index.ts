import { blockRules } from './block-rules.ts'
import type { DemoRuleset } from './demo-ruleset.ts'
import { kycRules } from './kyc-rules.ts'
import { limitRules } from './limit-rules.ts'
import { moneyRules } from './money-rules.ts'
import { operationRules } from './operation-rules.ts'
import { routingRules } from './routing-rules.ts'

/**
 * The rules of the demo platform: compliance the brands cannot bypass, defaults they may override, and some of their
 * own. Whatever the sandbox plays can be played: no rule stands between a trigger and its effect.
 */
export const demoRulesets: readonly DemoRuleset[] = [
  ...routingRules,
  ...moneyRules,
  ...limitRules,
  ...blockRules,
  ...operationRules,
  ...kycRules,
]
