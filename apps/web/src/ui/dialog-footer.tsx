import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Kbd } from './kbd.tsx'

/** The way back and the verb. The verb sends the form of the dialog, or does it at once. */
export function DialogFooter({
  formId,
  running,
  danger = false,
  disabled = false,
  keys,
  onRun,
  onClose,
  children,
}: {
  readonly formId?: string
  readonly running: boolean
  readonly danger?: boolean | undefined
  readonly disabled?: boolean
  readonly keys?: string
  readonly onRun?: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <>
      <Button variant="default" onClick={onClose} disabled={running}>
        Cancel
      </Button>
      <Button
        type={formId ? 'submit' : 'button'}
        data-submit
        form={formId}
        color={danger ? 'red' : undefined}
        loading={running}
        disabled={disabled}
        rightSection={keys ? <Kbd keys={keys} /> : undefined}
        onClick={onRun}
      >
        {children}
      </Button>
    </>
  )
}
