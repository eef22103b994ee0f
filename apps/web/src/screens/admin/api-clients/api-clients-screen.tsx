import { apiClient } from '@signalbox/model/entities/api-client'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { ClientAbout } from './client-about.tsx'
import { ClientState } from './client-state.tsx'

const SecretsTab = loadable(async () => (await import('./secrets-tab.tsx')).SecretsTab)
const WebhooksTab = loadable(async () => (await import('./webhooks-tab.tsx')).WebhooksTab)
const UsageTab = loadable(async () => (await import('./usage-tab.tsx')).UsageTab)

const view = apiClient.access.view

function refusal(name: string, { state, lastUsedAt }: Readonly<Record<string, unknown>>): string | null {
  if (name === 'edit' && state === 'REVOKED') return 'The client is revoked.'
  if (name === 'delete' && lastUsedAt !== null) return 'The client has signed in. Revoke it instead.'
  if (name === 'suspend' && state !== 'ACTIVE') return 'Only active clients can be suspended.'
  if (name === 'resume' && state !== 'SUSPENDED') return 'Only suspended clients can be resumed.'
  if (name === 'revoke' && state === 'REVOKED') return 'The client is already revoked.'
  return null
}

export default resourceScreen({
  entity: apiClient,
  purpose: 'API clients let your systems call the public API, each with its own secret.',
  columns: [
    'name',
    'clientId',
    'state',
    'scopes',
    'ipAllowlist',
    'rateLimit',
    'secretExpiresAt',
    'lastUsedAt',
  ],
  cells: { state: ClientState },
  about: ClientAbout,
  tabs: [
    { name: 'secrets', label: 'Secrets', access: view, Content: SecretsTab },
    { name: 'webhooks', label: 'Webhooks', access: view, Content: WebhooksTab },
    { name: 'usage', label: 'Usage', access: view, Content: UsageTab },
  ],
  operations: { refusal },
})
