import type { WebhookEndpoint } from '@signalbox/model/calls/api-client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import { newestOf, reportFailure } from '../../../kit/failure.ts'
import { recordKey } from '../../../kit/list/use-rows.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { WebhookInput } from './endpoint-dialog.tsx'

const confirmRotation = (): Promise<boolean> =>
  confirm({
    title: 'Rotate signing secret',
    message: 'Deliveries are signed with both secrets for 24 hours.',
    confirmLabel: 'Rotate',
  })

/** A new signing secret; undefined when it was refused, which has been said. */
async function rotatedSecret(params: { id: string; webhookId: string }): Promise<string | undefined> {
  try {
    const rotated = await api('POST /api-client/{id}/webhook/{webhookId}/secret', {
      params,
      body: { overlapHours: 24 },
    })
    return rotated.secret
  } catch (error) {
    reportFailure(error, { label: 'Signing secret', done: 'rotated' })
    return undefined
  }
}

const confirmRemoval = (endpoint: WebhookEndpoint): Promise<boolean> =>
  confirm({
    title: 'Delete webhook',
    message: `No more events will be sent to ${endpoint.url}.`,
    confirmLabel: 'Delete',
    destructive: true,
  })

/** The webhooks of a client, what is open over them, and everything one can do to one of them. */
export function useWebhooks(id: string) {
  const { merchantId } = useSession()
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
  const save = async ({ url, events }: WebhookInput) => {
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
    if (!(await confirmRotation())) return
    const rotated = await rotatedSecret({ id, webhookId: endpoint.id })
    if (rotated !== undefined) setSecret(rotated)
    await refresh()
  }
  const remove = async (endpoint: WebhookEndpoint) => {
    if (await confirmRemoval(endpoint))
      await attempt('deleted', () =>
        api('DELETE /api-client/{id}/webhook/{webhookId}', { params: { id, webhookId: endpoint.id } }),
      )
  }
  const toggle = (endpoint: WebhookEndpoint) =>
    attempt(endpoint.state === 'ACTIVE' ? 'disabled' : 'enabled', () =>
      api('PUT /api-client/{id}/webhook/{webhookId}', {
        params: { id, webhookId: endpoint.id },
        body: { version: endpoint.version, state: endpoint.state === 'ACTIVE' ? 'DISABLED' : 'ACTIVE' },
      }),
    )
  return { query, edited, setEdited, secret, setSecret, save, rotate, toggle, remove }
}

export type Webhooks = ReturnType<typeof useWebhooks>
