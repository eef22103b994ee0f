import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core'
import type { BatchState } from '@signalbox/model/store/store-state'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import { emptyListState } from '../../../kit/list/list-state.ts'
import type { Row } from '../../../kit/list/listing.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { useMay } from '../../../kit/session/session-store.ts'
import { useNow } from '../../../kit/use-now.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.tsx'
import { useSending } from './use-sending.ts'

const shortest = 12

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)

function DownloadDialog({ record, onClose }: { readonly record: Row; readonly onClose: () => void }) {
  const [password, setPassword] = useState('')
  const { problems, busy, send } = useSending({ label: 'Codes', done: 'downloaded' })
  const download = () =>
    send(async () => {
      const params = { id: String(record.id) }
      const file = await api('POST /voucher-batch/{id}/codes', { params, body: { password } })
      saveFile(file.fileName, new Blob([bytesOf(file.content)], { type: 'application/zip' }))
      toast.success('Codes downloaded. Another person must now release the batch.')
      onClose()
    })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Download codes of ${String(record.title)}`}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} disabled={password.length < shortest} onClick={() => void download()}>
            Download
          </Button>
        </>
      }
    >
      <Stack gap={16}>
        <Alert
          color="orange"
          variant="light"
          icon={<Icon name="warning" />}
          title="The codes can be downloaded only once"
        >
          They are stored nowhere. If the file is lost, close the batch and create another.
        </Alert>
        <PasswordInput
          label="Password of the file"
          description={`At least ${shortest} characters. Send it to the distributor by another way than the file.`}
          withAsterisk
          maxLength={128}
          autoComplete="new-password"
          data-autofocus
          value={password}
          error={problems.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </Stack>
    </Dialog>
  )
}

const nextSteps: Readonly<Record<BatchState, string>> = {
  CREATED: 'Download the codes. Then another person releases the batch.',
  GENERATED: 'A person who neither ordered the batch nor downloaded its codes must release it.',
  RELEASED: 'The vouchers can be redeemed.',
  CLOSED: 'None of these vouchers can be redeemed.',
}

interface AboutProps {
  readonly record: Row
  readonly list: ListPageModel
  readonly operate?: (name: string) => (() => void) | undefined
}

/** How far the batch has come and what to do next. */
export function BatchAbout({ record, list, operate }: AboutProps) {
  const mayEdit = useMay('store.edit')
  const [downloading, setDownloading] = useState(false)
  const state = record.state as BatchState
  const now = useNow()
  const isOver = state === 'RELEASED' && typeof record.expiresAt === 'string' && record.expiresAt < now
  const release = state === 'GENERATED' ? operate?.('release') : undefined
  const showVouchers = () =>
    list.change({ ...emptyListState, mode: null, filters: { batch: String(record.title) } })
  return (
    <Stack gap={10} mb={20}>
      <p>{isOver ? 'Expired. Only vouchers that were extended can be redeemed.' : nextSteps[state]}</p>
      <Group gap={8}>
        {mayEdit && state === 'CREATED' ? (
          <Button size="compact-md" variant="light" onClick={() => setDownloading(true)}>
            Download codes
          </Button>
        ) : null}
        {release ? (
          <Button size="compact-md" variant="light" onClick={release}>
            Release
          </Button>
        ) : null}
        {state === 'CREATED' ? null : (
          <Button size="compact-md" variant="default" onClick={showVouchers}>
            Show vouchers
          </Button>
        )}
      </Group>
      {downloading ? <DownloadDialog record={record} onClose={() => setDownloading(false)} /> : null}
    </Stack>
  )
}
