import { schemeToken } from '@signalbox/model/entities/scheme-token'
import {
  mayOnboardingMove,
  onboardingStates,
  whyNotNow,
  type OnboardingOperation,
  type OnboardingState,
  type PspRollout,
} from '@signalbox/model/scheme-tokens/onboarding-state'
import type { TestResult } from '@signalbox/model/calls/scheme-token'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { fill, texts } from '@signalbox/model/text/texts'
import type { Work } from '../../kit/handle.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import { isComplete, requireComplete, requireValid, titleOf } from './business-data.ts'
import { onboardingJob, refreshTaskName, submitTaskName, testTaskName } from './onboarding-jobs.ts'
import type { Onboarding, OnboardingResource } from './onboarding.ts'
import { tokenPsps } from './read-model.ts'
import { merchantData } from './store.ts'

export interface SchemeTokenDeps {
  /** Whether PSPs spoken to with this connector can be sent tokens. */
  readonly takesTokens: (connector: string) => boolean
}

const refuseState = (message: string, current: Onboarding): never => {
  throw new Refusal('INVALID_STATE', { message, current })
}

function requireState(operation: OnboardingOperation, current: Onboarding): void {
  const why = whyNotNow(operation, current.state)
  if (why) refuseState(why, current)
}

/** The next state, as far as there is a way to it. */
export function moved(current: Onboarding, state: OnboardingState): { readonly state: OnboardingState } {
  if (!mayOnboardingMove(current.state, state))
    refuseState(
      `The onboarding cannot change from “${onboardingStates[current.state]}” to “${onboardingStates[state]}”.`,
      current,
    )
  return { state }
}

type Change = (work: Work, current: Onboarding, params: object) => Promise<object> | object

const operation = (name: OnboardingOperation, change: Change): OperationHook<Onboarding> => ({
  run: async (work, current, params) => {
    requireState(name, current)
    return { ...(await change(work, current, params)) }
  },
})

const submission = (work: Work, current: Onboarding): object => {
  requireValid(current)
  work.enqueue(onboardingJob(submitTaskName, current))
  return { ...moved(current, 'SUBMITTED'), requestId: work.newId(), problemField: null }
}

/** A test that was begun and of which nothing was heard is begun again. */
const testMs = 120_000

function begunTest(work: Work, current: Onboarding): object {
  const last = current.testResult as TestResult | null
  if (last?.running && work.now.getTime() - Date.parse(last.at) < testMs)
    refuseState('A test is already running.', current)
  work.enqueue(onboardingJob(testTaskName, current))
  const testResult: TestResult = { ok: false, running: true, at: work.now.toISOString(), steps: [] }
  return { testResult }
}

interface RolloutParams {
  readonly psps: readonly string[]
  readonly percent: string
}

/** The roll-out after a change: what is named gets the share, what is not stays as it was. */
async function changedRollout(
  work: Work,
  { takesTokens }: SchemeTokenDeps,
  before: readonly PspRollout[],
  { psps, percent }: RolloutParams,
): Promise<PspRollout[]> {
  if (psps.length === 0)
    throw invalid({ field: 'psps', code: 'REQUIRED', message: fill(texts.addAtLeastOne, 'PSP') })
  const able = (await tokenPsps(work.tx)).filter(({ connector }) => takesTokens(connector))
  const unable = psps.filter((psp) => !able.some((each) => each.psp === psp))
  if (unable.length > 0) {
    const message = `Does not support network tokens: ${unable.join(', ')}`
    throw invalid({ field: 'psps', code: 'INVALID', message })
  }
  const share = Number(percent)
  const kept = before.filter(({ psp }) => !psps.includes(psp))
  const added = share === 0 ? [] : [...new Set(psps)].map((psp) => ({ psp, percent: share }))
  return [...kept, ...added].toSorted((a, b) => (a.psp < b.psp ? -1 : 1))
}

const rolloutOf = ({ rollout }: Onboarding): readonly PspRollout[] => rollout as readonly PspRollout[]

async function beforeCreate(work: Work, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const merchantId = Number(input.merchant)
  if (!work.scope.effective.includes(merchantId))
    throw invalid({ field: 'merchant', code: 'INVALID', message: 'Unknown merchant' })
  const [merchant] = await merchantData(work.tx, [merchantId])
  const id = work.newId()
  return {
    ...input,
    merchantId,
    id,
    title: titleOf(merchant?.name ?? String(merchantId), input.network as Onboarding['network']),
    entityId: `sb-${id.replaceAll('-', '')}`,
    state: isComplete(input) ? 'DATA_COLLECTED' : 'NOT_STARTED',
    rollout: [],
  }
}

function beforeUpdate(input: Record<string, unknown>, current: Onboarding): Record<string, unknown> {
  requireState('edit', current)
  const after = { ...current, ...input }
  if (current.state !== 'NOT_STARTED') {
    requireComplete(after)
    // What was validated stays valid, or it would have to be validated again.
    if (current.state === 'VALIDATED') requireValid(after as Onboarding)
    return input
  }
  return isComplete(after) ? { ...input, ...moved(current, 'DATA_COLLECTED') } : input
}

/** Merchants on their way to network tokens. */
export const schemeTokens = (deps: SchemeTokenDeps): OnboardingResource =>
  new Resource(schemeToken, {
    beforeCreate,
    beforeUpdate: (_work, input, current) => Promise.resolve(beforeUpdate(input, current)),
    beforeRemove: (_work, current) => Promise.resolve(requireState('delete', current)),
    operations: {
      validate: operation('validate', (_work, current) => {
        requireValid(current)
        return moved(current, 'VALIDATED')
      }),
      submit: operation('submit', submission),
      resubmit: operation('resubmit', submission),
      refresh: operation('refresh', (work, current) => {
        // Of what was never answered nobody knows whether it arrived: it is sent again under the same id.
        work.enqueue(onboardingJob(current.state === 'SUBMITTED' ? submitTaskName : refreshTaskName, current))
        return {}
      }),
      test: operation('test', begunTest),
      enable: operation('enable', async (work, current, params) => ({
        ...moved(current, 'ENABLED'),
        rollout: await changedRollout(work, deps, [], params as RolloutParams),
      })),
      rollout: operation('rollout', async (work, current, params) => ({
        rollout: await changedRollout(work, deps, rolloutOf(current), params as RolloutParams),
      })),
      suspend: operation('suspend', (_work, current) => moved(current, 'SUSPENDED')),
    },
  })
