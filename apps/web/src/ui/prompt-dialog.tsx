import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OpenDialog } from './confirm-store.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'

/** One question or message, as `confirm`, `showInfo` or `showWarning` asked for it. */
export function PromptDialog({ dialog }: { readonly dialog: OpenDialog }) {
  const [typed, setTyped] = useState('')
  const close = () => dialog.settle(false)
  if (dialog.kind !== 'confirm') {
    const icon = dialog.kind === 'warning' ? 'warning' : 'info'
    const tone = dialog.kind === 'warning' ? 'var(--tone-attention)' : 'var(--tone-active)'
    return (
      <Dialog
        opened
        onClose={close}
        title={
          <span style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
            <span style={{ color: tone, display: 'inline-flex' }}>
              <Icon name={icon} size={20} />
            </span>
            {dialog.title}
          </span>
        }
        footer={
          <Button onClick={() => dialog.settle(true)} data-autofocus>
            {dialog.closeLabel ?? 'Close'}
          </Button>
        }
      >
        {dialog.message}
      </Dialog>
    )
  }
  const wanted = dialog.typeToConfirm
  const ready = wanted === undefined || typed.trim() === wanted
  const safeFocus = dialog.destructive === true
  return (
    <Dialog
      opened
      onClose={close}
      title={dialog.title}
      footer={
        <>
          <Button
            variant="default"
            onClick={close}
            data-autofocus={safeFocus && wanted === undefined ? true : undefined}
          >
            {dialog.cancelLabel ?? 'Cancel'}
          </Button>
          <Button
            color={dialog.destructive ? 'red' : undefined}
            disabled={!ready}
            onClick={() => dialog.settle(true)}
            data-autofocus={safeFocus || wanted !== undefined ? undefined : true}
          >
            {dialog.confirmLabel}
          </Button>
        </>
      }
    >
      {dialog.message}
      {wanted === undefined ? null : (
        <TextInput
          mt="md"
          label={`Type ${wanted} to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
    </Dialog>
  )
}
