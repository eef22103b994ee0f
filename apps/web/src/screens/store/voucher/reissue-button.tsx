import { Alert, Button, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { sumOf } from '../../../kit/record/amounts.ts'
import { useFormats } from '../../../kit/session/session-store.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import { useSending } from './use-sending.ts'

interface Made {
  readonly serial: string
  readonly code: string
}

/** The code in the one moment it can be seen. */
function CodeOnce({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="New voucher"
      footer={<Button onClick={onClose}>I have given it to the customer</Button>}
    >
      <Stack gap={16}>
        <Alert
          color="orange"
          variant="light"
          icon={<Icon name="warning" />}
          title="This code is shown only once"
        >
          Give it to the customer now. Nobody can look it up later.
        </Alert>
        <KeyValues
          items={[
            { label: 'Serial', value: made.serial },
            {
              label: 'Code',
              wide: true,
              value: <CopyText value={made.code} shown={made.code} label="Copy code" />,
            },
          ]}
        />
      </Stack>
    </Dialog>
  )
}

function ReissueDialog({
  record,
  onMade,
  onClose,
}: {
  readonly record: Row
  readonly onMade: (made: Made) => void
  readonly onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const value = sumOf([record], ({ value: worth }) => worth, useFormats())
  const { problems, busy, send } = useSending({ label: 'Voucher', done: 'reissued' })
  const reissue = () =>
    send(async () => {
      const params = { id: String(record.id) }
      const body = { version: Number(record.version), reason }
      onMade(await api('POST /voucher/{id}/reissue', { params, body }))
    })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Reissue voucher ${String(record.serial)}`}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} onClick={() => void reissue()}>
            Reissue
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <p>
          This voucher is blocked for good. A new one with the same value, <strong>{value}</strong>, and
          expiry takes its place.
        </p>
        <Textarea
          label="Reason"
          withAsterisk
          maxLength={200}
          autosize
          minRows={2}
          data-autofocus
          value={reason}
          error={problems.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </Dialog>
  )
}

export function ReissueButton({ record }: { readonly record: Row }) {
  const [asking, setAsking] = useState(false)
  const [made, setMade] = useState<Made>()
  return (
    <>
      <Button size="compact-md" variant="light" onClick={() => setAsking(true)}>
        Reissue
      </Button>
      {asking ? (
        <ReissueDialog
          record={record}
          onClose={() => setAsking(false)}
          onMade={(voucher) => {
            setAsking(false)
            setMade(voucher)
          }}
        />
      ) : null}
      {made ? <CodeOnce made={made} onClose={() => setMade(undefined)} /> : null}
    </>
  )
}
