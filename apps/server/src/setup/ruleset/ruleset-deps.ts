import type { CircumstanceFinder } from './circumstances.ts'
import type { CompiledVersions } from './compiled-versions.ts'
import type { RulesetWorker } from './ruleset-worker/ruleset-worker.ts'
import type { TestCaseRunner } from './test-cases.ts'
import type { TrafficFinder } from './traffic.ts'

export interface RulesetDeps {
  readonly worker: RulesetWorker
  readonly versions: CompiledVersions
  readonly find: CircumstanceFinder
  readonly runTests: TestCaseRunner
  readonly findTraffic: TrafficFinder
}
