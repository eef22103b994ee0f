import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, newOperationId } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'

export interface ReasonDialogProps {
  readonly title: string
  readonly hint: string
  readonly button: string
  readonly done: string
  readonly label: string
  readonly send: (reason: string, operationId: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Something that another person decides about, and why it is proposed. */
export function ReasonDialog({ title, hint, button, done, label, send, onClose }: ReasonDialogProps) {
  const queryClient = useQueryClient()
  const [operationId] = useState(newOperationId)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await send(reason, operationId)
      toast.success(done)
      void queryClient.invalidateQueries({ queryKey: ['balance'] })
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? (error.body.fields ?? []) : []
      setProblem(fields[0]?.message)
      if (fields.length === 0) reportFailure(error, { label, done: 'requested' })
      setBusy(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} onClick={() => void run()}>
            {button}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Text size="sm">{hint}</Text>
        <Textarea
          label="Reason"
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          value={reason}
          error={problem}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </Dialog>
  )
}
