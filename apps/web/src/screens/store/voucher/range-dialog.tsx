import { Alert, Button, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import { counted } from '@signalbox/model/text/counted'
import { useState } from 'react'
import { api, newOperationId } from '../../../kit/api.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useSending } from './use-sending.ts'

const actions = { BLOCK: 'Block', UNBLOCK: 'Unblock' } as const
type Action = keyof typeof actions

type Values = Readonly<Record<'fromSerial' | 'toSerial' | 'reason', string>>

interface FieldsProps {
  readonly values: Values
  readonly problems: Readonly<Record<string, string>>
  readonly onSet: (name: keyof Values, value: string) => void
}

function RangeFields({ values, problems, onSet }: FieldsProps) {
  const serial = (name: 'fromSerial' | 'toSerial', label: string) => (
    <TextInput
      label={label}
      withAsterisk
      maxLength={12}
      inputMode="numeric"
      autoComplete="off"
      data-autofocus={name === 'fromSerial' ? true : undefined}
      value={values[name]}
      error={problems[name]}
      onChange={(event) => onSet(name, event.currentTarget.value)}
    />
  )
  return (
    <>
      {serial('fromSerial', 'First serial')}
      {serial('toSerial', 'Last serial')}
      <Textarea
        label="Reason"
        withAsterisk
        maxLength={200}
        autosize
        minRows={2}
        value={values.reason}
        error={problems.reason}
        onChange={(event) => onSet('reason', event.currentTarget.value)}
      />
    </>
  )
}

/** Many vouchers at once, by the serials on a sheet that was lost or stolen. Both serials belong to the range. */
export function RangeDialog({ list }: { readonly list: ListPageModel }) {
  const [operationId] = useState(newOperationId)
  const [action, setAction] = useState<Action>('BLOCK')
  const [values, setValues] = useState({ fromSerial: '', toSerial: '', reason: '' })
  const { problems, busy, send } = useSending({ label: 'Vouchers', done: 'changed' })
  const close = () => list.openDialog(null)
  const run = () =>
    send(async () => {
      const body = { action, ...values }
      const { changed, skipped } = await api('POST /voucher/range', { body, operationId })
      const rest = skipped > 0 ? ` ${skipped} ${skipped === 1 ? 'was' : 'were'} in another state.` : ''
      toast.success(`${counted(changed, 'voucher')} ${action === 'BLOCK' ? 'blocked' : 'unblocked'}.${rest}`)
      close()
    })
  return (
    <Dialog
      opened
      onClose={close}
      title="Block or unblock a range"
      footer={
        <>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button color={action === 'BLOCK' ? 'red' : undefined} loading={busy} onClick={() => void run()}>
            {actions[action]}
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <SegmentedControl
          aria-label="Action"
          value={action}
          onChange={(value) => setAction(value as Action)}
          data={Object.entries(actions).map(([value, label]) => ({ value, label }))}
        />
        <RangeFields
          values={values}
          problems={problems}
          onSet={(name, value) => setValues((last) => ({ ...last, [name]: value }))}
        />
        <Alert variant="light" icon={<Icon name="info" />}>
          Redeemed, expired and reserved vouchers in the range stay as they are.
        </Alert>
      </Stack>
    </Dialog>
  )
}
