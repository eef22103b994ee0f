import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import type { Tone } from '../../../ui/status-badge.tsx'

const changes: Readonly<Record<string, { word: string; tone: Tone; icon: IconName }>> = {
  CREATE: { word: 'Create', tone: 'positive', icon: 'plus' },
  UPDATE: { word: 'Update', tone: 'active', icon: 'edit' },
  DELETE: { word: 'Delete', tone: 'negative', icon: 'trash' },
}

export function ChangeTypeBadge({ value }: { readonly value: unknown }) {
  const change = changes[String(value)]
  if (!change) return '–'
  return (
    <StatusBadge tone={change.tone} icon={change.icon}>
      {change.word}
    </StatusBadge>
  )
}

export function ResultBadge({ value }: { readonly value: unknown }) {
  return value === 'REFUSED' ? (
    <StatusBadge tone="attention">Refused</StatusBadge>
  ) : (
    <StatusBadge tone="positive">Done</StatusBadge>
  )
}
