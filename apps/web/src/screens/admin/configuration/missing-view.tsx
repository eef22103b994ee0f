import { StatusBadge } from '../../../ui/status-badge.tsx'

/** What a template asks for and a document lacks. */
export function MissingView({ value }: { readonly value: unknown }) {
  const missing = (value ?? []) as readonly string[]
  if (missing.length === 0) return <StatusBadge tone="positive">Complete</StatusBadge>
  return <StatusBadge tone="attention">{missing.join(', ')}</StatusBadge>
}
