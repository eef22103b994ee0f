import { urgencyLabels, type ApprovalRow } from '@signalbox/model/entities/approval'
import type { Urgency } from '@signalbox/model/payments/approval-clock'
import { locationMatches, type LocationMatch } from '@signalbox/model/payments/location-match'
import { asText } from '../../kit/field/display-text.ts'
import { InstantView } from '../../kit/field/field-view.tsx'
import type { Row } from '../../kit/list/listing.ts'
import type { CellView, RowMarks } from '../../kit/list/table-row.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'

const urgencyTones: Record<Urgency, Tone> = {
  late: 'negative',
  soon: 'attention',
  fine: 'positive',
  scheduled: 'active',
  paused: 'off',
  done: 'neutral',
}

export const UrgencyBadge = ({ urgency }: { readonly urgency: Urgency }) => (
  <StatusBadge tone={urgencyTones[urgency]} icon={urgency === 'paused' ? 'pause' : 'clock'}>
    {urgencyLabels[urgency]}
  </StatusBadge>
)

const locationTones: Record<LocationMatch, Tone> = {
  same: 'positive',
  partly: 'attention',
  different: 'negative',
  unknown: 'neutral',
}

export const LocationBadge = ({ location }: { readonly location: LocationMatch }) => (
  <StatusBadge tone={locationTones[location]}>{locationMatches[location]}</StatusBadge>
)

/** Nobody is what one hopes for; anybody else is worth a look. */
function SharedWith({ value }: { readonly value: unknown }) {
  if (value === 0) return '–'
  return <StatusBadge tone="negative">{asText(value)}</StatusBadge>
}

export const asApproval = (row: Row): ApprovalRow => row as ApprovalRow

export const approvalCells: Readonly<Record<string, CellView>> = {
  urgency: ({ row }) => <UrgencyBadge urgency={asApproval(row).urgency} />,
  waitingSince: ({ value }) => <InstantView iso={asText(value)} as="distance" />,
  location: ({ row }) => <LocationBadge location={asApproval(row).location} />,
  sharedWith: SharedWith,
}

const tints: Partial<Record<Urgency, RowMarks['tint']>> = {
  late: 'red-edge',
  soon: 'orange',
  paused: 'grey-stripe',
}

export const marksOf = (row: Row): RowMarks => ({ tint: tints[asApproval(row).urgency] })
