import { Alert } from '@mantine/core'
import type { Row } from '../../kit/list/listing.ts'
import { Icon } from '../../ui/icon.tsx'
import { ArchiveLink } from './archive-link.tsx'
import { NotErasedYet } from './not-erased-yet.tsx'

/** What an erasure left, so that nobody believes that nothing is left. */
function Kept({ reasons }: { readonly reasons: unknown }) {
  if (!Array.isArray(reasons) || reasons.length === 0) return null
  return (
    <Alert mb={20} color="gray" variant="light" icon={<Icon name="info" />} title="What is kept">
      <ul>
        {reasons.map((reason) => (
          <li key={String(reason)}>{String(reason)}</li>
        ))}
      </ul>
    </Alert>
  )
}

/** Where a request stands, in words. */
export function GdprAbout({ record }: { readonly record: Row }) {
  const { type, state, dueAt, reasons } = record
  if (type === 'EXPORT') return <ArchiveLink record={record} />
  if (type === 'ERASE' && state === 'DONE') return <Kept reasons={reasons} />
  if (type !== 'ERASE' || (state !== 'RESTRICTED' && state !== 'BLOCKED')) return null
  return (
    <NotErasedYet dueAt={dueAt}>
      {Array.isArray(reasons) && reasons.length > 0 ? <p>Blocked by: {reasons.join('; ')}.</p> : null}
    </NotErasedYet>
  )
}
