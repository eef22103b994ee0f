import { Button } from '@mantine/core'
import type { Row } from '../../../kit/list/listing.ts'
import { PendingChanges } from '../../../kit/record/pending-changes.tsx'
import { RecordNotice } from '../../../kit/record/record-notice.tsx'
import { useMay } from '../../../kit/session/session-store.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'

/** What waits for a second person, and what is easily overlooked right after a client was made. */
export function ClientAbout({ record, list }: { readonly record: Row; readonly list: ListPageModel }) {
  return (
    <>
      <PendingChanges record={record} />
      <NoSecret record={record} list={list} />
    </>
  )
}

/** A client without a secret cannot sign in, which is easily overlooked. */
function NoSecret({ record, list }: { readonly record: Row; readonly list: ListPageModel }) {
  const mayEdit = useMay('api-clients.edit')
  if (record.secretExpiresAt !== null || record.state === 'REVOKED') return null
  return (
    <RecordNotice icon="key" title="This client has no secret and cannot call the API yet">
      {mayEdit ? (
        <Button size="compact-sm" variant="default" onClick={() => list.openTab('secrets')}>
          Go to secrets
        </Button>
      ) : null}
    </RecordNotice>
  )
}
