import { pspStatuses, type PspStatus } from '@signalbox/model/entities/psp'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'

const tones: Record<PspStatus, Tone> = { DRAFT: 'neutral', ACTIVE: 'positive', DEPRECATED: 'off' }

export function PspStatusBadge({ value }: { readonly value: unknown }) {
  const status = value as PspStatus
  return <StatusBadge tone={tones[status]}>{pspStatuses[status]}</StatusBadge>
}
