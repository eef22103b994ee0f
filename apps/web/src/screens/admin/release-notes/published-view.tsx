import { InstantView } from '../../../kit/field/instant-view.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'

/** When it was published, or that nobody sees it yet. */
export const PublishedView = ({ value }: { readonly value: unknown }) =>
  typeof value === 'string' ? <InstantView iso={value} /> : <StatusBadge tone="neutral">Draft</StatusBadge>
