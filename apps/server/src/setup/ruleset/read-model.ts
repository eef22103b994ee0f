/** What the rest of the platform decides by, and how it is told why. */
export { ActiveRules } from './active-rules.ts'
export type { CircumstanceFinder, TriedPayment } from './circumstances.ts'
export { decisionTracer, type DecisionTracer } from './decision-trace.ts'
export { methodsOffered } from './methods-offered.ts'
export { rulesNaming, type NamingRule } from './rules-naming.ts'
export { putInEffect } from './put-in-effect.ts'
export type { RulesetWork } from './ruleset-work.ts'
export { rulesetsToApprove } from './to-approve.ts'
