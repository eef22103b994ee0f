import { gdprStates } from '@signalbox/model/entities/gdpr-request'
import type { IconName } from '../../ui/icon.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'

const looks: Readonly<Record<string, { readonly tone: Tone; readonly icon?: IconName }>> = {
  REQUESTED: { tone: 'input' },
  BLOCKED: { tone: 'negative' },
  RESTRICTED: { tone: 'attention', icon: 'lock' },
  DONE: { tone: 'positive' },
}

const words: Readonly<Record<string, string>> = gdprStates

export function GdprState({ value }: { readonly value: unknown }) {
  const name = String(value)
  const { tone, icon } = looks[name] ?? { tone: 'neutral' as const }
  return (
    <StatusBadge tone={tone} icon={icon}>
      {words[name] ?? name}
    </StatusBadge>
  )
}
