import { webhookSecretSentTo, type WebhookEndpoint } from '@signalbox/model/calls/api-client'
import type { WebhookEvent } from '@signalbox/model/entities/api-client'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { isLoopback } from '../../kit/outbound/destinations.ts'
import { requireFreshProof } from '../../kit/step-up.ts'
import type { ApiClientRecord } from './client-record.ts'
import type { ApiClientDeps } from './deps.ts'
import { note, refuseRevoked } from './secrets.ts'
import { newWebhookSecret } from './webhook-secret.ts'
import { endpointsOf, insertEndpoint, lockEndpoint, removeEndpoint, updateEndpoint } from './webhook-store.ts'
import { webhookPurpose } from './webhook-target-store.ts'

const hourMs = 60 * 60 * 1000
const mostEndpoints = 10

/** What leaves the platform leaves encrypted; only outside production may it stay on the machine. */
function checkUrl({ destinations }: ApiClientDeps, url: string | undefined): void {
  if (url === undefined) return
  const problem = (message: string) => invalid({ field: 'url', code: 'URL', message })
  const forbidden = destinations.webProblem(url)
  if (forbidden !== undefined) throw problem(forbidden)
  const { protocol, hostname, username, password } = new URL(url)
  if (username || password) throw problem('The address must not contain a password')
  if (protocol !== 'https:' && !isLoopback(hostname)) throw problem('The address must begin with https://')
}

export const listWebhooks = async (
  work: Work,
  client: ApiClientRecord,
): Promise<{ items: WebhookEndpoint[] }> => ({
  items: await endpointsOf(work.tx, client),
})

export async function addWebhook(
  deps: ApiClientDeps,
  work: Work,
  client: ApiClientRecord,
  { url, events }: { readonly url: string; readonly events: WebhookEvent[] },
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  refuseRevoked(client)
  checkUrl(deps, url)
  // One more address is told as much as a moved one.
  requireFreshProof(work)
  if ((await endpointsOf(work.tx, client)).length >= mostEndpoints)
    throw new Refusal('INVALID_STATE', { message: `A client has at most ${mostEndpoints} addresses.` })
  const id = work.newId()
  const secret = newWebhookSecret(deps.random)
  const endpoint = await insertEndpoint(work.tx, {
    merchantId: client.merchantId,
    id,
    apiClientId: client.id,
    url,
    events,
    state: 'ACTIVE',
    secret: deps.box.seal(webhookPurpose, id, secret),
    formerSecret: null,
    version: 1,
    createdAt: work.now,
    updatedAt: work.now,
    updatedBy: work.user.username,
  })
  note(work, client, 'ADD_WEBHOOK', { webhookId: id, url, events })
  return { endpoint, secret }
}

const held = async (work: Work, client: ApiClientRecord, id: string) => {
  const found = await lockEndpoint(work.tx, client, id)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

export async function changeWebhook(
  deps: ApiClientDeps,
  work: Work,
  client: ApiClientRecord,
  id: string,
  change: {
    readonly version: number
    readonly url?: string
    readonly events?: WebhookEvent[]
    readonly state?: WebhookEndpoint['state']
  },
): Promise<WebhookEndpoint & { readonly secret?: string }> {
  const { version, ...values } = change
  checkUrl(deps, values.url)
  const { endpoint: current } = await held(work, client, id)
  if (current.version !== version) throw new Refusal('VERSION_CONFLICT', { current })
  const moves = webhookSecretSentTo.some(
    (name) => values[name] !== undefined && values[name] !== current[name],
  )
  const secret = moves ? newWebhookSecret(deps.random) : undefined
  if (secret !== undefined) requireFreshProof(work)
  const endpoint = await updateEndpoint(
    work.tx,
    { merchantId: client.merchantId, id },
    {
      ...values,
      // A secret belongs to its address: what the former receiver knows is worth nothing at the next.
      ...(secret !== undefined && {
        secret: deps.box.seal(webhookPurpose, id, secret),
        formerSecret: null,
        formerUntil: null,
      }),
      version: version + 1,
      updatedAt: work.now,
      updatedBy: work.user.username,
    },
  )
  note(work, client, 'CHANGE_WEBHOOK', { webhookId: id, ...values, ...(moves && { newSecret: true }) })
  return { ...endpoint, ...(secret !== undefined && { secret }) }
}

export async function rotateWebhook(
  deps: ApiClientDeps,
  work: Work,
  client: ApiClientRecord,
  id: string,
  overlapHours: number,
): Promise<{ secret: string }> {
  requireFreshProof(work)
  const { endpoint: current, secret: formerSecret } = await held(work, client, id)
  const secret = newWebhookSecret(deps.random)
  await updateEndpoint(
    work.tx,
    { merchantId: client.merchantId, id },
    {
      secret: deps.box.seal(webhookPurpose, id, secret),
      formerSecret,
      formerUntil: new Date(work.now.getTime() + overlapHours * hourMs),
      version: current.version + 1,
      updatedAt: work.now,
      updatedBy: work.user.username,
    },
  )
  note(work, client, 'ROTATE_WEBHOOK_SECRET', { webhookId: id, url: current.url, overlapHours })
  return { secret }
}

export async function removeWebhook(
  work: Work,
  client: ApiClientRecord,
  id: string,
): Promise<{ id: string }> {
  const { url } = (await held(work, client, id)).endpoint
  await removeEndpoint(work.tx, { merchantId: client.merchantId, id })
  note(work, client, 'REMOVE_WEBHOOK', { webhookId: id, url })
  return { id }
}
