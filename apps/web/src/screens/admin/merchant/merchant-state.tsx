import { merchantStates, type MerchantState as State } from '@signalbox/model/entities/merchant'
import type { IconName } from '../../../ui/icon.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'

const looks: Readonly<Record<State, { tone: Tone; icon?: IconName }>> = {
  ONBOARDING: { tone: 'input' },
  TEST: { tone: 'active' },
  LIVE: { tone: 'positive' },
  SUSPENDED: { tone: 'attention', icon: 'pause' },
  CLOSED: { tone: 'off' },
}

const isState = (value: unknown): value is State => typeof value === 'string' && Object.hasOwn(looks, value)

export function MerchantState({ value }: { readonly value: unknown }) {
  if (!isState(value)) return String(value)
  const { tone, icon } = looks[value]
  return (
    <StatusBadge tone={tone} icon={icon}>
      {merchantStates[value]}
    </StatusBadge>
  )
}
