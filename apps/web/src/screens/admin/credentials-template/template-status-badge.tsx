import { templateStatuses, type TemplateStatus } from '@signalbox/model/entities/credentials-template'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'

const tones: Record<TemplateStatus, Tone> = { DRAFT: 'neutral', PUBLISHED: 'positive', RETIRED: 'off' }

export function TemplateStatusBadge({ value }: { readonly value: unknown }) {
  const status = value as TemplateStatus
  return <StatusBadge tone={tones[status]}>{templateStatuses[status]}</StatusBadge>
}
