import { schemeTokenCalls } from '@signalbox/model/calls/scheme-token'
import type { Feature } from '../../kit/feature.ts'
import { handle, type Work } from '../../kit/handle.ts'
import type { QueueTask } from '../../kit/jobs/queue-task.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import { onboardingTasks } from './ask-network.ts'
import { tokenMetrics } from './metrics.ts'
import { removeTokenTaskOf } from './remove-token.ts'
import { testTask } from './test-onboarding.ts'

/** What payments show of network tokens. */
export const networkTokenFeature: Feature = {
  name: 'network-token',
  handlers: [handle(schemeTokenCalls.metrics, (work) => tokenMetrics(work as Work, work.query))],
}

export const networkTokenTasks = (deps: MachineDeps): QueueTask[] => [
  ...onboardingTasks(deps),
  testTask(deps),
  removeTokenTaskOf(deps),
]
