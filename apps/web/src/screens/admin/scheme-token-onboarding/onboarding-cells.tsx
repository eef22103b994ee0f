import type { NetworkResult, TestResult } from '@signalbox/model/calls/scheme-token'
import {
  onboardingStates,
  type OnboardingState,
  type PspRollout,
} from '@signalbox/model/scheme-tokens/onboarding-state'
import { usePspName } from '../../../kit/psp-names.ts'
import type { IconName } from '../../../ui/icon.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'

const looks: Readonly<Record<OnboardingState, { readonly tone: Tone; readonly icon?: IconName }>> = {
  NOT_STARTED: { tone: 'neutral' },
  DATA_COLLECTED: { tone: 'neutral' },
  VALIDATED: { tone: 'active' },
  SUBMITTED: { tone: 'active' },
  PENDING_NETWORK: { tone: 'input' },
  ACTION_REQUIRED: { tone: 'attention', icon: 'warning' },
  APPROVED: { tone: 'active', icon: 'check' },
  TEST_TOKEN_OK: { tone: 'active', icon: 'check' },
  ENABLED: { tone: 'positive' },
  SUSPENDED: { tone: 'attention', icon: 'pause' },
  REJECTED: { tone: 'negative' },
}

export function State({ value }: { readonly value: unknown }) {
  const state = value as OnboardingState
  const { tone, icon } = looks[state]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {onboardingStates[state]}
    </StatusBadge>
  )
}

/** `Acme Cards 10 %` */
export function Rollout({ value }: { readonly value: unknown }) {
  const nameOf = usePspName()
  const shares = Array.isArray(value) ? (value as readonly PspRollout[]) : []
  return shares.map(({ psp, percent }) => `${nameOf(psp)} ${percent} %`).join(', ') || '–'
}

export function NetworkAnswer({ value }: { readonly value: unknown }) {
  const result = value as NetworkResult | null
  return result ? result.message || result.result : '–'
}

export function TestOutcome({ value }: { readonly value: unknown }) {
  const result = value as TestResult | null
  if (!result) return '–'
  if (result.running) return 'Running'
  return result.ok ? 'Passed' : (result.steps.find((step) => !step.ok)?.message ?? 'Failed')
}
