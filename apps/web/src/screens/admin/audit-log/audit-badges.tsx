import { auditObject, auditType } from '../../../kit/audit-words.ts'
import { asText } from '../../../kit/field/display-text.ts'
import type { Row } from '../../../kit/list/listing.ts'
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

export const TypeCell = ({ value }: { readonly value: unknown }) => auditType(asText(value))

export const ObjectCell = ({ row }: { readonly row: Row }) =>
  auditObject({ entityType: asText(row.entityType), entityLabel: asText(row.entityLabel) })
