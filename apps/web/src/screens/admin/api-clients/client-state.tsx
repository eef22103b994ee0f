import { apiClientStates, type ApiClientState } from '@signalbox/model/entities/api-client'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'

const tones: Record<ApiClientState, Tone> = { ACTIVE: 'positive', SUSPENDED: 'attention', REVOKED: 'off' }

export function ClientState({ value }: { readonly value: unknown }) {
  const state = value as ApiClientState
  return <StatusBadge tone={tones[state]}>{apiClientStates[state]}</StatusBadge>
}
