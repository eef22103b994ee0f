import { tokenServices } from '@signalbox/model/scheme-tokens/token-network'
import { systemActor } from '../../kit/audit.ts'
import { queueTask, type QueueTask } from '../../kit/jobs/queue-task.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { businessFields } from '../../setup/scheme-token/business-data.ts'
import { changeOnboarding, findOnboarding } from '../../setup/scheme-token/change-onboarding.ts'
import { onboardingKey, refreshTaskName, submitTaskName } from '../../setup/scheme-token/onboarding-jobs.ts'
import type { Onboarding } from '../../setup/scheme-token/onboarding.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import type { OnboardingAnswer } from '../connectors/token-client.ts'
import { changesBy } from './network-answer.ts'
import { networkAccount } from './network-account.ts'

const businessOf = (onboarding: Onboarding) => ({
  ...Object.fromEntries(businessFields.map((name) => [name, onboarding[name]])),
  documents: onboarding.documents,
})

async function askNetwork(
  deps: MachineDeps,
  onboarding: Onboarding,
  isSubmission: boolean,
): Promise<OnboardingAnswer> {
  const { merchantId, network: name, entityId, requestId } = onboarding
  const network = await networkAccount(deps, merchantId, name)
  const { tokens } = deps.services
  if (!isSubmission) return tokens.status(network, entityId)
  return tokens.onboard({
    network,
    entityId,
    requestId: requestId ?? entityId,
    business: businessOf(onboarding),
    notificationUrl: deps.links.tokenNotification(tokenServices[name]),
  })
}

/** Asks outside of any transaction, and writes down what was said in one. */
const onboardingTask = (deps: MachineDeps, name: string, isSubmission: boolean): QueueTask =>
  queueTask(name, onboardingKey, async (key) => {
    const { kit } = deps
    const onboarding = await findOnboarding(kit.db, key)
    const waits = isSubmission ? ['SUBMITTED'] : ['SUBMITTED', 'PENDING_NETWORK']
    if (!onboarding || !waits.includes(onboarding.state)) return
    const { log: _log, ...verdict } = await askNetwork(deps, onboarding, isSubmission)
    const about = { requestId: onboarding.requestId }
    await perform(kit, systemActor, (unit) =>
      changeOnboarding(unit, key, (current) => changesBy(current, verdict, { ...about, at: unit.now })),
    )
    // The queue asks again; the id of the entity makes that harmless.
    if (isSubmission && verdict.kind === 'noAnswer') throw new Error(`No answer from ${onboarding.network}`)
  })

export const onboardingTasks = (deps: MachineDeps): QueueTask[] => [
  onboardingTask(deps, submitTaskName, true),
  onboardingTask(deps, refreshTaskName, false),
]
