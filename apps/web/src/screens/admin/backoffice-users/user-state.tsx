import { user } from '@signalbox/model/entities/user'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'

const words: Readonly<Record<string, string>> = user.fields.state.options ?? {}

const tones: Readonly<Record<string, Tone>> = {
  INVITED: 'input',
  ACTIVE: 'positive',
  DISABLED: 'off',
  LOCKED: 'negative',
  DELETED: 'off',
}

export function UserState({ value }: { readonly value: unknown }) {
  const state = String(value)
  return <StatusBadge tone={tones[state] ?? 'neutral'}>{words[state] ?? state}</StatusBadge>
}
