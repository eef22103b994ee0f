import { Alert, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { useMay } from '../../../kit/session/session-store.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Only drafts change; the way to change a published template is its next version. */
export function TemplateAbout({ record, list }: { readonly record: Row; readonly list: ListPageModel }) {
  const mayEdit = useMay('credentials-template.edit')
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  if (!mayEdit || record.status === 'DRAFT') return null
  const begin = async () => {
    setBusy(true)
    try {
      const draft = await api('POST /credentials-template/{id}/next-version', {
        params: { id: String(record.id) },
        body: { note: `Next version of ${String(record.title)}` },
      })
      toast.success(`${draft.title} was created as a draft.`)
      await queryClient.invalidateQueries({ queryKey: ['credentials-template'] })
      list.openDialog('edit', draft.id)
    } catch (error) {
      reportFailure(error, { label: 'Next version', done: 'created' })
    }
    setBusy(false)
  }
  return (
    <Alert mb={20} variant="light" icon={<Icon name="lock" />} title="This version can no longer be changed">
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => void begin()}>
        Start the next version
      </Button>
    </Alert>
  )
}
