import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { voucherVerdicts, type VoucherVerdict } from '@signalbox/model/store/voucher-verdict'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useSending } from './use-sending.ts'

interface CheckedVoucher {
  readonly verdict: VoucherVerdict
  readonly id: string | null
  readonly serial: string | null
}

function Verdict({
  found,
  onOpen,
}: {
  readonly found: CheckedVoucher
  readonly onOpen: (id: string) => void
}) {
  const { verdict, id, serial } = found
  const isGood = verdict === 'OK'
  return (
    <Alert
      color={isGood ? 'green' : 'orange'}
      variant="light"
      role="status"
      icon={<Icon name={isGood ? 'check' : 'warning'} />}
      title={voucherVerdicts[verdict]}
      // Green on light green cannot be read by everybody.
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      {id ? (
        <Button size="compact-sm" variant="default" onClick={() => onOpen(id)}>
          Open voucher {serial}
        </Button>
      ) : null}
    </Alert>
  )
}

/** The code is sent to be compared and kept nowhere, neither here nor in the address. */
export function CheckDialog({ list }: { readonly list: ListPageModel }) {
  const [code, setCode] = useState('')
  const [found, setFound] = useState<CheckedVoucher>()
  const { problems, busy, send } = useSending({ label: 'Code', done: 'checked' })
  const close = () => list.openDialog(null)
  const check = (event: { preventDefault(): void }) => {
    event.preventDefault()
    void send(async () => setFound(await api('POST /voucher/check', { body: { code } })))
  }
  return (
    <Dialog opened onClose={close} title="Find by code">
      <form onSubmit={check}>
        <Stack gap={16}>
          <TextInput
            label="Code"
            description="16 characters. Checking it does not redeem it."
            withAsterisk
            maxLength={50}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={code}
            error={problems.code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <div>
            <Button type="submit" loading={busy} disabled={code.trim() === ''}>
              Check
            </Button>
          </div>
          {found ? (
            <Verdict
              found={found}
              onOpen={(id) => list.change((state) => ({ ...state, dialog: null, id }))}
            />
          ) : null}
        </Stack>
      </form>
    </Dialog>
  )
}
