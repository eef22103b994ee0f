import { apiClientCalls } from '@signalbox/model/calls/api-client'
import { apiClient } from '@signalbox/model/entities/api-client'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource } from '../../kit/resource.ts'
import type { ApiClientDeps } from './deps.ts'
import { listSecrets, makeSecret, revokeSecret } from './secrets.ts'
import { clientHooks } from './service.ts'
import { callsOf, daysOf } from './usage-store.ts'
import { addWebhook, changeWebhook, listWebhooks, removeWebhook, rotateWebhook } from './webhooks.ts'

const shownDays = 30
const shownCalls = 50

export function handlers(deps: ApiClientDeps): Handler[] {
  const clients = new Resource(apiClient, clientHooks(deps))
  const calls = apiClientCalls
  const seen = (work: Work, id: string) => clients.store(work).get(id)
  /** Changes to parts of a client wait for each other. */
  const held = (work: Work, id: string) => clients.store(work).lock(id)

  return [
    ...resourceHandlers(clients),
    handle(calls.secrets, async (work) => listSecrets(work, await seen(work, work.params.id))),
    handle(calls.newSecret, async (work) =>
      makeSecret(deps, work, await held(work, work.params.id), work.body),
    ),
    handle(calls.revokeSecret, async (work) =>
      revokeSecret(work, await held(work, work.params.id), work.params.secretId),
    ),
    handle(calls.usage, async (work) => {
      const { merchantId, id: apiClientId } = await seen(work, work.params.id)
      const key = { merchantId, apiClientId }
      const since = new Date(work.now.getTime() - (shownDays - 1) * 86_400_000).toISOString().slice(0, 10)
      const days = await daysOf(work.tx, key, since)
      const recent = await callsOf(work.tx, key, shownCalls)
      return { days, calls: recent.map((call) => ({ ...call, at: String(call.at) })) }
    }),
    handle(calls.webhooks, async (work) => listWebhooks(work, await seen(work, work.params.id))),
    handle(calls.addWebhook, async (work) =>
      addWebhook(deps, work, await held(work, work.params.id), work.body),
    ),
    handle(calls.changeWebhook, async (work) =>
      changeWebhook(deps, work, await held(work, work.params.id), work.params.webhookId, work.body),
    ),
    handle(calls.rotateWebhook, async (work) =>
      rotateWebhook(
        deps,
        work,
        await held(work, work.params.id),
        work.params.webhookId,
        work.body.overlapHours,
      ),
    ),
    handle(calls.removeWebhook, async (work) =>
      removeWebhook(work, await held(work, work.params.id), work.params.webhookId),
    ),
  ]
}
