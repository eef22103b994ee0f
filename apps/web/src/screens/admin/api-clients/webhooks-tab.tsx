import { Button } from '@mantine/core'
import type { WebhookEndpoint } from '@signalbox/model/calls/api-client'
import { webhookEvents, webhookStates } from '@signalbox/model/entities/api-client'
import type { Row } from '../../../kit/list/listing.ts'
import { QueryBoundary, Panel, Section } from '../../../kit/record/record-panel.tsx'
import { useMay } from '../../../kit/session/session-store.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Item, ItemList } from '../../../ui/item-list.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { SecretOnce } from './secret-once.tsx'
import { useWebhooks, type Webhooks } from './use-webhooks.ts'

interface EndpointItemProps {
  readonly endpoint: WebhookEndpoint
  readonly mayEdit: boolean
  readonly webhooks: Webhooks
}

function EndpointItem({ endpoint, mayEdit, webhooks }: EndpointItemProps) {
  const { setEdited, rotate, toggle, remove } = webhooks
  return (
    <Item
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
              onSelect={() => void toggle(endpoint)}
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
  )
}

/** Where a client is told what happened, each address with a signing secret of its own. */
export function WebhooksTab({ record }: { readonly record: Row }) {
  const mayEdit = useMay('api-clients.edit') && record.state !== 'REVOKED'
  const webhooks = useWebhooks(String(record.id))
  const { query, edited, setEdited, secret, setSecret, save } = webhooks
  const endpoints = query.data?.items ?? []
  return (
    <QueryBoundary query={query}>
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
              <EndpointItem key={endpoint.id} endpoint={endpoint} mayEdit={mayEdit} webhooks={webhooks} />
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
    </QueryBoundary>
  )
}
