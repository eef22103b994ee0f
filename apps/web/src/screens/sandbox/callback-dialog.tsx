import { NumberInput, Select, SimpleGrid } from '@mantine/core'
import type { SandboxCallback, SandboxOperation } from '@signalbox/model/calls/sandbox'
import { useState } from 'react'
import { DialogFooter } from '../../ui/dialog-footer.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './sandbox.module.css'
import { useAct } from './use-sandbox.ts'

const right: Required<SandboxCallback> = {
  amountPct: 100,
  signature: 'OK',
  reference: 'OK',
  times: 1,
  delaySeconds: 0,
}

const figures = [
  { name: 'amountPct', label: 'Amount, % of the payment', min: 0, max: 1_000 },
  { name: 'times', label: 'How many times', min: 1, max: 10 },
  { name: 'delaySeconds', label: 'After, seconds', min: 0, max: 3_600 },
] as const

const formId = 'sandbox-callback'

interface FieldsProps {
  readonly callback: Required<SandboxCallback>
  readonly onChange: (part: SandboxCallback) => void
}

function Fields({ callback, onChange }: FieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
      {figures.map(({ name, ...figure }) => (
        <NumberInput
          key={name}
          {...figure}
          data-autofocus={name === 'amountPct' || undefined}
          clampBehavior="strict"
          allowDecimal={false}
          value={callback[name]}
          onChange={(value) => onChange({ [name]: value === '' ? right[name] : Number(value) })}
        />
      ))}
      <Select
        label="Signature"
        data={[
          { value: 'OK', label: 'Valid' },
          { value: 'BAD', label: 'Forged' },
        ]}
        value={callback.signature}
        allowDeselect={false}
        onChange={(value) => onChange({ signature: value === 'BAD' ? 'BAD' : 'OK' })}
      />
      <Select
        label="Reference"
        data={[
          { value: 'OK', label: 'Of this payment' },
          { value: 'WRONG', label: 'Of an unknown payment' },
        ]}
        value={callback.reference}
        allowDeselect={false}
        onChange={(value) => onChange({ reference: value === 'WRONG' ? 'WRONG' : 'OK' })}
      />
    </SimpleGrid>
  )
}

/** A callback as the provider sends it, right or wrong in every way we must be able to take. */
export function CallbackDialog({
  operation,
  onClose,
}: {
  readonly operation: SandboxOperation
  readonly onClose: () => void
}) {
  const act = useAct()
  const [callback, setCallback] = useState(right)
  const change = (part: SandboxCallback) => setCallback((last) => ({ ...last, ...part }))
  const send = () =>
    act.mutate(
      {
        act: { act: 'event', operation: operation.id, event: 'callback', callback },
        done: callback.delaySeconds > 0 ? 'The callback will be sent.' : 'Callback sent.',
      },
      { onSuccess: onClose },
    )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Callback of ${operation.psp}`}
      footer={
        <DialogFooter formId={formId} running={act.isPending} onClose={onClose}>
          Send
        </DialogFooter>
      }
    >
      <p className={styles.note}>
        About {operation.reference}, {operation.amount} {operation.currency}.
      </p>
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Fields callback={callback} onChange={change} />
      </form>
    </Dialog>
  )
}
