import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import type { WebhookEndpoint } from '@signalbox/model/calls/api-client'
import { webhookEvents, type WebhookEvent } from '@signalbox/model/entities/api-client'
import { useState } from 'react'
import { ApiError } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { Dialog } from '../../../ui/dialog.tsx'

export interface WebhookInput {
  readonly url: string
  readonly events: readonly WebhookEvent[]
}

const eventNames = Object.keys(webhookEvents) as WebhookEvent[]

const blank: WebhookInput = { url: '', events: ['payment.completed'] }

/**
 * Where, and of what. What the server refuses stands under the input it is about. What nobody has changed here is shown as
 * it is now, also after a colleague changed it.
 */
export function EndpointDialog({
  endpoint,
  onSave,
  onClose,
}: {
  readonly endpoint: WebhookEndpoint | null
  readonly onSave: (input: WebhookInput) => Promise<void>
  readonly onClose: () => void
}) {
  const [changed, setChanged] = useState<Partial<WebhookInput>>({})
  const { url, events }: WebhookInput = { ...(endpoint ?? blank), ...changed }
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await onSave({ url, events })
    } catch (error) {
      const fields = error instanceof ApiError ? (error.body.fields ?? []) : []
      setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message])))
      if (fields.length === 0) reportFailure(error, { label: 'Webhook', done: 'saved', staysOpen: true })
    }
    setBusy(false)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={endpoint ? 'Edit webhook' : 'New webhook'}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} onClick={() => void save()}>
            {endpoint ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <Stack gap={16}>
        <TextInput
          label="Address"
          description={endpoint ? 'A new address gets a new signing secret' : 'Must start with https://'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          withAsterisk
          value={url}
          error={problems.url}
          data-autofocus
          onChange={({ currentTarget: { value } }) => setChanged((known) => ({ ...known, url: value }))}
        />
        <Checkbox.Group
          label="Events"
          withAsterisk
          error={problems.events}
          value={[...events]}
          onChange={(next) =>
            setChanged((known) => ({ ...known, events: eventNames.filter((name) => next.includes(name)) }))
          }
        >
          <Stack gap={8} mt={6}>
            {eventNames.map((name) => (
              <Checkbox key={name} value={name} label={webhookEvents[name]} description={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
    </Dialog>
  )
}
