import { Alert } from '@mantine/core'
import { InstantView } from '../../kit/field/instant-view.tsx'
import type { Row } from '../../kit/list/listing.ts'
import { PendingChanges } from '../../kit/record/pending-changes.tsx'
import { RecordNotice } from '../../kit/record/record-notice.tsx'
import { useMay } from '../../kit/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { overridesOf } from './overrides.ts'

function Blocked({ record }: { readonly record: Row }) {
  const block = overridesOf(record).findLast(({ field }) => field === 'status')
  return (
    <Alert mb={20} color="red" variant="light" icon={<Icon name="shield" />} title="Blocked">
      All payments of this user are declined.
      {block ? (
        <>
          {' '}
          By {block.by}, <InstantView iso={block.at} />: {block.reason}
        </>
      ) : null}
    </Alert>
  )
}

function Rerun({ at, note }: { readonly at: string; readonly note: unknown }) {
  return (
    <Alert mb={20} variant="light" icon={<Icon name="refresh" />} title="Checked again" role="status">
      Requested <InstantView iso={at} />.{' '}
      {typeof note === 'string' ? `${note}.` : 'The result is a record of its own.'}
    </Alert>
  )
}

/** What stands in the way of the user, and what is under way, before anything else about them. */
export function KycAbout({ record }: { readonly record: Row }) {
  const { status, rerunAt, rerunNote, waiting } = record
  const mayDecide = useMay('kyc.edit')
  return (
    <>
      <PendingChanges record={record} />
      {typeof waiting === 'string' && !mayDecide ? (
        <RecordNotice icon="clock" title="Waiting for a second person">
          {waiting}.
        </RecordNotice>
      ) : null}
      {status === 'BLOCKED' ? <Blocked record={record} /> : null}
      {typeof rerunAt === 'string' ? <Rerun at={rerunAt} note={rerunNote} /> : null}
    </>
  )
}
