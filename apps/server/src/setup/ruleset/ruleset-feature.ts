import type { EventFeed } from '../../kit/events/event-feed.ts'
import type { Feature } from '../../kit/feature.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import type { CircumstanceFinder } from './circumstances.ts'
import type { TestCaseRunner } from './test-cases.ts'
import type { TrafficFinder } from './traffic.ts'
import { trialRules, type TrialRulesFinder } from './trial-rules.ts'
import { CompiledVersions } from './compiled-versions.ts'
import { handlers } from './routes.ts'
import { decisionTracer, ActiveRules, type DecisionTracer } from './read-model.ts'
import { createRulesetWorker } from './ruleset-worker/ruleset-worker.ts'

export interface RulesetFeature extends Feature {
  readonly activeRules: ActiveRules
  readonly tracer: DecisionTracer
  readonly versions: CompiledVersions
  readonly trialRules: TrialRulesFinder
}

/** What payments know and rules need: they stand above and hand it in. */
export interface FromPayments {
  readonly find: CircumstanceFinder
  readonly runTests: TestCaseRunner
  readonly findTraffic: TrafficFinder
}

/** Rules, with the thread that works on them and the active rules payments are decided by. */
export function rulesetFeature(
  { db, log }: KitDeps,
  feed: EventFeed,
  { find, runTests, findTraffic }: FromPayments,
): RulesetFeature {
  const worker = createRulesetWorker()
  const versions = new CompiledVersions(worker)
  const activeRules = new ActiveRules({ db, log, feed, versions })
  return {
    name: 'ruleset',
    handlers: handlers({ worker, versions, find, runTests, findTraffic }),
    activeRules,
    tracer: decisionTracer(versions),
    versions,
    trialRules: trialRules(versions),
    stop: async () => {
      await activeRules.stop()
      await worker.stop()
    },
  }
}
