import * as z from 'zod/mini'
import { oneOf } from '../field/one-of.ts'
import { named } from '../field/named.ts'
import { endpoint, idParams } from '../field/endpoint.ts'
import {
  apiClient,
  secretOverlap,
  webhookEvents,
  webhookStates,
  type WebhookEvent,
} from '../entities/api-client.ts'
import { bulkEndpoint, operationEndpoints, resourceEndpoints } from '../field/resource.ts'
import { fill, texts } from '../text/texts.ts'
import { isUrl } from '../field/validators.ts'
import { expected, expectedWhole } from '../text/expected.ts'

const tag = apiClient.plural
const access = 'api-clients.edit'
const secretState = z.enum(['ACTIVE', 'RETIRING', 'REVOKED', 'EXPIRED'])
const secret = named(
  'ApiSecret',
  z.object({
    id: z.string(),
    last4: z.string(),
    state: secretState,
    createdAt: z.string(),
    createdBy: z.string(),
    expiresAt: z.string(),
    lastUsedAt: z.nullable(z.string()),
  }),
)
/** What may be known of a secret after the one moment it was shown. */
export type ClientSecret = z.infer<typeof secret>

const newSecret = named(
  'NewApiSecret',
  z.object({
    id: z.string(),
    secret: z.string(),
    expiresAt: z.string(),
  }),
)
/** The only answer that ever holds the secret. */
export type NewSecret = z.infer<typeof newSecret>

const webhook = named(
  'Webhook',
  z.object({
    id: z.string(),
    url: z.string(),
    events: z.array(oneOf(webhookEvents)),
    state: oneOf(webhookStates),
    formerUntil: z.nullable(z.string()),
    version: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
    updatedBy: z.string(),
  }),
)
export type WebhookEndpoint = z.infer<typeof webhook>

/** The members of a webhook that say where its signing secret is used; another value takes another secret. */
export const webhookSecretSentTo = ['url'] as const satisfies (keyof WebhookEndpoint)[]

const changedWebhook = z.extend(webhook, {
  secret: z.optional(z.string()),
})

const overlapHours = z._default(
  z
    .int({ error: expectedWhole })
    .check(
      z.gte(secretOverlap.min, texts.tooSmall(secretOverlap.min)),
      z.lte(secretOverlap.max, texts.tooLarge(secretOverlap.max)),
    ),
  secretOverlap.usual,
)
const url = z.string({ error: expected(texts.mustBeText) }).check(
  z.minLength(1, texts.required),
  z.maxLength(500, texts.tooLong),
  z.refine((text) => /^https?:\/\//i.test(text) && isUrl(text), texts.invalidUrl),
)
const events = z
  .array(z.enum(Object.keys(webhookEvents) as WebhookEvent[], { error: texts.invalidValue }), {
    error: expected(texts.mustBeList),
  })
  .check(
    z.minLength(1, fill(texts.addAtLeastOne, 'event')),
    z.refine((items) => new Set(items).size === items.length, texts.duplicateItem),
  )
const secretParams = z.object({
  id: z.string().check(z.maxLength(100)),
  secretId: z.string().check(z.maxLength(100)),
})
const webhookParams = z.object({
  id: z.string().check(z.maxLength(100)),
  webhookId: z.string().check(z.maxLength(100)),
})

const day = z.object({
  day: z.string(),
  calls: z.number(),
  clientErrors: z.number(),
  serverErrors: z.number(),
})
const call = z.object({
  id: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number(),
  latencyMs: z.number(),
  ip: z.string(),
})

const clientUsage = z.object({ days: z.array(day), calls: z.array(call) })
export type ClientUsage = z.infer<typeof clientUsage>

export const apiClientCalls = {
  ...resourceEndpoints(apiClient),
  bulk: bulkEndpoint(apiClient),
  ...operationEndpoints(apiClient),
  secrets: endpoint('GET /api-client/{id}/secret', {
    tag,
    summary: 'Secrets of an API client, without their values',
    access: 'api-clients.view',
    params: idParams,
    reply: z.object({ items: z.array(secret) }),
  }),
  newSecret: endpoint('POST /api-client/{id}/secret', {
    tag,
    summary: 'Create a secret, shown only once; the previous one keeps working for the overlap',
    access,
    params: idParams,
    body: z.strictObject({
      overlapHours,
      expiresInDays: z._default(
        z.int({ error: expectedWhole }).check(z.gte(1, texts.tooSmall(1)), z.lte(730, texts.tooLarge(730))),
        365,
      ),
    }),
    reply: newSecret,
    confidential: true,
  }),
  revokeSecret: endpoint('DELETE /api-client/{id}/secret/{secretId}', {
    tag,
    summary: 'Revoke a secret; its tokens stop working within a minute',
    access,
    params: secretParams,
    reply: z.object({ id: z.string() }),
  }),
  usage: endpoint('GET /api-client/{id}/usage', {
    tag,
    summary: 'Calls per day and the last fifty calls, without bodies',
    access: 'api-clients.view',
    params: idParams,
    reply: clientUsage,
  }),
  webhooks: endpoint('GET /api-client/{id}/webhook', {
    tag,
    summary: 'Where an API client is told what happened',
    access: 'api-clients.view',
    params: idParams,
    reply: z.object({ items: z.array(webhook) }),
  }),
  addWebhook: endpoint('POST /api-client/{id}/webhook', {
    tag,
    summary: 'Add a webhook endpoint; its signing secret is shown only once',
    access,
    params: idParams,
    body: z.strictObject({ url, events }),
    reply: z.object({ endpoint: webhook, secret: z.string() }),
    confidential: true,
  }),
  changeWebhook: endpoint('PUT /api-client/{id}/webhook/{webhookId}', {
    tag,
    summary: 'Change a webhook endpoint; a new address gets a new secret, shown only once',
    access,
    params: webhookParams,
    body: z.strictObject({
      version: z.int({ error: expectedWhole }),
      url: z.optional(url),
      events: z.optional(events),
      state: z.optional(oneOf(webhookStates, texts.invalidValue)),
    }),
    reply: changedWebhook,
    confidential: true,
  }),
  rotateWebhook: endpoint('POST /api-client/{id}/webhook/{webhookId}/secret', {
    tag,
    summary: 'Create a signing secret, shown only once; the previous one also signs for the overlap',
    access,
    params: webhookParams,
    body: z.strictObject({ overlapHours }),
    reply: z.object({ secret: z.string() }),
    confidential: true,
  }),
  removeWebhook: endpoint('DELETE /api-client/{id}/webhook/{webhookId}', {
    tag,
    summary: 'Delete a webhook endpoint',
    access,
    params: webhookParams,
    reply: z.object({ id: z.string() }),
  }),
}
