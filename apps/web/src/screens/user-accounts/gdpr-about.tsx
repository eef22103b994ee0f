import { Alert, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { requestFile } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import type { Row } from '../../kit/list/listing.ts'
import { useNow } from '../../kit/use-now.ts'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** The file of an export, which whoever asked for it can fetch once. */
function ExportFile({ record }: { readonly record: Row }) {
  const now = useNow()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { state, dueAt } = record
  if (state !== 'DONE')
    return (
      <Alert mb={20} variant="light" icon={<Icon name="hourglass" />} role="status">
        The data is being collected. This takes a few seconds.
      </Alert>
    )
  if (typeof dueAt !== 'string' || dueAt <= now) return null
  const fetchIt = async () => {
    setBusy(true)
    try {
      const { name, content } = await requestFile(`/gdpr/${String(record.id)}/file`, {}, 'POST')
      saveFile(name, content)
    } catch (error) {
      reportFailure(error, { label: 'Export', done: 'downloaded' })
    }
    setBusy(false)
    await queryClient.invalidateQueries({ queryKey: ['gdpr'] })
  }
  return (
    <Alert mb={20} variant="light" icon={<Icon name="download" />} title="The data can be downloaded once">
      <p>
        Until <InstantView iso={dueAt} />. After that it is deleted here.
      </p>
      <Button size="compact-sm" loading={busy} onClick={() => void fetchIt()}>
        Download
      </Button>
    </Alert>
  )
}

/** Where a request stands, in words. */
export function GdprAbout({ record }: { readonly record: Row }) {
  const { type, state, dueAt, reasons } = record
  if (type === 'EXPORT') return <ExportFile record={record} />
  if (type !== 'ERASE' || (state !== 'RESTRICTED' && state !== 'BLOCKED')) return null
  return (
    <Alert mb={20} color="orange" variant="light" icon={<Icon name="lock" />} title="Hidden, not erased yet">
      {typeof dueAt === 'string' ? (
        <p>
          The data is erased after <InstantView iso={dueAt} />. Until then only GDPR staff can see it.
        </p>
      ) : null}
      {Array.isArray(reasons) && reasons.length > 0 ? <p>Blocked by: {reasons.join('; ')}.</p> : null}
    </Alert>
  )
}
