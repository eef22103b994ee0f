import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import type { WebhookEndpoint } from '@signalbox/model/calls/api-client'
import { webhookEvents, webhookStates, type WebhookEvent } from '@signalbox/model/entities/api-client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '../../../kit/api.ts'
import { newestOf, reportFailure } from '../../../kit/failure.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { Answered, Panel, Section } from '../../../kit/record/record-panel.tsx'
import { useMay, useSession } from '../../../kit/session/session-store.ts'
import { recordKey } from '../../../kit/list/use-rows.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Item, ItemList } from '../../../ui/item-list.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { toast } from '../../../ui/toast.tsx'
import { SecretOnce } from './secret-once.tsx'

interface Asked {
  readonly url: string
  readonly events: readonly WebhookEvent[]
}

const eventNames = Object.keys(webhookEvents) as WebhookEvent[]

const blank: Asked = { url: '', events: ['payment.completed'] }

/**
 * Where, and of what. What the server refuses stands under the input it is about. What nobody has changed here is shown as
 * it is now, also after a colleague changed it.
 */
function EndpointDialog({
  endpoint,
  onSave,
  onClose,
}: {
  readonly endpoint: WebhookEndpoint | null
  readonly onSave: (asked: Asked) => Promise<void>
  readonly onClose: () => void
}) {
  const [changed, setChanged] = useState<Partial<Asked>>({})
  const { url, events }: Asked = { ...(endpoint ?? blank), ...changed }
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

/** Where a client is told what happened, each address with a signing secret of its own. */
export function WebhooksTab({ record }: { readonly record: Row }) {
  const id = String(record.id)
  const { merchantId } = useSession()
  const mayEdit = useMay('api-clients.edit') && record.state !== 'REVOKED'
  const queryClient = useQueryClient()
  const [edited, setEdited] = useState<WebhookEndpoint | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const query = useQuery({
    queryKey: [...recordKey('api-client', id), 'webhook', merchantId],
    queryFn: ({ signal }) =>
      api('GET /api-client/{id}/webhook', { params: { id }, signal, suppressToast: true }),
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['api-client'] })

  const attempt = async (done: string, run: () => Promise<unknown>) => {
    try {
      await run()
      toast.success(`Webhook was ${done}.`)
    } catch (error) {
      reportFailure(error, { label: 'Webhook', done })
    }
    await refresh()
  }
  const save = async ({ url, events }: Asked) => {
    if (edited === 'new' || edited === null) {
      const added = await api('POST /api-client/{id}/webhook', {
        params: { id },
        body: { url, events: [...events] },
      })
      setSecret(added.secret)
    } else {
      const params = { id, webhookId: edited.id }
      const body = { version: edited.version, url, events: [...events] }
      const saved = await api('PUT /api-client/{id}/webhook/{webhookId}', { params, body }).catch(
        (error: unknown) => {
          // Saving again what was typed is meant for the webhook as it is now.
          const newest = newestOf(error) as WebhookEndpoint | undefined
          if (newest) setEdited({ ...edited, ...newest })
          throw error
        },
      )
      if (saved.secret !== undefined) setSecret(saved.secret)
      toast.success('Webhook was saved.')
    }
    setEdited(null)
    await refresh()
  }
  const rotate = async (endpoint: WebhookEndpoint) => {
    const sure = await confirm({
      title: 'Rotate signing secret',
      message: 'Deliveries are signed with both secrets for 24 hours.',
      confirmLabel: 'Rotate',
    })
    if (!sure) return
    try {
      const params = { id, webhookId: endpoint.id }
      setSecret(
        (
          await api('POST /api-client/{id}/webhook/{webhookId}/secret', {
            params,
            body: { overlapHours: 24 },
          })
        ).secret,
      )
    } catch (error) {
      reportFailure(error, { label: 'Signing secret', done: 'rotated' })
    }
    await refresh()
  }
  const remove = async (endpoint: WebhookEndpoint) => {
    const sure = await confirm({
      title: 'Delete webhook',
      message: `No more events will be sent to ${endpoint.url}.`,
      confirmLabel: 'Delete',
      destructive: true,
    })
    if (sure)
      await attempt('deleted', () =>
        api('DELETE /api-client/{id}/webhook/{webhookId}', { params: { id, webhookId: endpoint.id } }),
      )
  }
  const turn = (endpoint: WebhookEndpoint) =>
    attempt(endpoint.state === 'ACTIVE' ? 'disabled' : 'enabled', () =>
      api('PUT /api-client/{id}/webhook/{webhookId}', {
        params: { id, webhookId: endpoint.id },
        body: { version: endpoint.version, state: endpoint.state === 'ACTIVE' ? 'DISABLED' : 'ACTIVE' },
      }),
    )
  const endpoints = query.data?.items ?? []
  return (
    <Answered query={query}>
      <Panel>
        <Section
          title="Webhooks"
          actions={
            mayEdit ? (
              <Button size="compact-sm" onClick={() => setEdited('new')}>
                New webhook
              </Button>
            ) : null
          }
        >
          {endpoints.length === 0 ? <p>No webhooks. The client has to poll the API.</p> : null}
          <ItemList>
            {endpoints.map((endpoint) => (
              <Item
                key={endpoint.id}
                icon="send"
                note={endpoint.events.map((name) => webhookEvents[name]).join(', ')}
                action={
                  mayEdit ? (
                    <Menu
                      label={`Actions on ${endpoint.url}`}
                      target={<IconButton icon="more" label={`Actions on ${endpoint.url}`} />}
                    >
                      <MenuItem icon="edit" onSelect={() => setEdited(endpoint)}>
                        Edit
                      </MenuItem>
                      <MenuItem icon="key" onSelect={() => void rotate(endpoint)}>
                        Rotate signing secret
                      </MenuItem>
                      <MenuItem
                        icon={endpoint.state === 'ACTIVE' ? 'pause' : 'play'}
                        onSelect={() => void turn(endpoint)}
                      >
                        {endpoint.state === 'ACTIVE' ? 'Disable' : 'Enable'}
                      </MenuItem>
                      <MenuItem icon="trash" danger onSelect={() => void remove(endpoint)}>
                        Delete
                      </MenuItem>
                    </Menu>
                  ) : null
                }
              >
                <span className="mono">{endpoint.url}</span>{' '}
                <StatusBadge tone={endpoint.state === 'ACTIVE' ? 'positive' : 'off'}>
                  {webhookStates[endpoint.state]}
                </StatusBadge>
              </Item>
            ))}
          </ItemList>
        </Section>
      </Panel>
      {edited ? (
        <EndpointDialog
          endpoint={edited === 'new' ? null : edited}
          onSave={save}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {secret ? (
        <SecretOnce
          title="Signing secret"
          secret={secret}
          more={[{ label: 'Verify with', wide: true, value: 'A Standard Webhooks library' }]}
          onClose={() => setSecret(null)}
        />
      ) : null}
    </Answered>
  )
}
