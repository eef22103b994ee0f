import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runTask, type TaskInput, type TaskName, type TaskOutput } from './tasks.ts'
import { RulesetWorkerThread } from './ruleset-worker-thread.ts'

/** Where heavy work on rules is done, so that requests and payments do not wait for it. */
export interface RulesetWorker {
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskOutput<Name>>
  stop(): Promise<void>
}

/** For tests and tools, where nobody waits. */
export const inlineRulesetWorker: RulesetWorker = {
  run: (name, input) => new Promise((resolve) => resolve(runTask(name, input))),
  stop: () => Promise.resolve(),
}

/** The built server has the thread beside it; sources are run by tools that cannot start one from TypeScript. */
export function createRulesetWorker(
  file: string = fileURLToPath(new URL('./ruleset-worker-main.js', import.meta.url)),
): RulesetWorker {
  return existsSync(file) ? new RulesetWorkerThread(file) : inlineRulesetWorker
}
