import type { Schema } from '@signalbox/model/endpoint'
import { apiScopes } from '@signalbox/model/entities/api-client'
import { refusals } from '@signalbox/model/refusal'
import { accountMessageSchema } from '@signalbox/model/payments/user-account-answer'
import {
  accountWebhooks,
  paymentWebhooks,
  webhookMessageSchema,
} from '@signalbox/model/payments/webhook-message'
import { jsonSchemaOf, operationIdOf } from '../../kit/openapi.ts'
import { accountWebhookExample, webhookExample } from './examples.ts'
import { oauthComponents, oauthPaths } from './oauth-openapi.ts'
import type { PublicCall } from './public-call.ts'

type Json = Record<string, unknown>

const parametersIn = (schema: Schema | undefined, place: 'path' | 'query'): Json[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }))
}

const keyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'The same key and body again give the first answer again, for 24 hours.',
  schema: { type: 'string', minLength: 8, maxLength: 64 },
}

const refused = (status: number, description: string): [number, Json] => [
  status,
  { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
]

const conflictOf = ({ idempotent }: PublicCall): string =>
  `Not possible in the current state${idempotent ? ', or the first request with this key is still under way' : ''}`

const refusalsOf = (call: PublicCall): Json =>
  Object.fromEntries([
    refused(400, 'Malformed, or without its Idempotency-Key'),
    refused(401, 'The access token is missing, wrong or expired'),
    refused(403, 'The token lacks the scope, or the client calls from another address'),
    refused(404, 'Not there, or of another merchant'),
    ...(call.method === 'GET' ? [] : [refused(409, conflictOf(call))]),
    ...(call.body
      ? [refused(413, 'The body is too large'), refused(415, 'The body is not sent as application/json')]
      : []),
    refused(422, 'Not valid; nothing was done'),
    refused(429, 'Too many requests'),
    refused(500, 'Our fault; ask how the payment stands, or send it again with the same key'),
    refused(503, 'Temporarily unavailable; nothing was begun, send it again'),
  ])

function operationOf(call: PublicCall): Json {
  const { answer, example } = call
  return {
    operationId: operationIdOf(call),
    summary: call.summary,
    security: [{ oauth: [call.scope] }],
    parameters: [
      ...parametersIn(call.params, 'path'),
      ...parametersIn(call.query, 'query'),
      ...(call.idempotent ? [keyParameter] : []),
    ],
    ...(call.body && {
      requestBody: {
        required: !call.bodyOptional,
        content: {
          'application/json': {
            schema: jsonSchemaOf(call.body, 'input'),
            ...(example?.body !== undefined && { example: example.body }),
          },
        },
      },
    }),
    responses: {
      [answer.status]: {
        description: 'Done. Whether the payment succeeded is said by its state, not by the HTTP status.',
        content: {
          'application/json': {
            schema: jsonSchemaOf(answer.schema, 'output'),
            ...(example?.answer !== undefined && { example: example.answer }),
          },
        },
      },
      ...refusalsOf(call),
    },
  }
}

const errorSchema: Json = {
  type: 'object',
  required: ['errorId', 'code', 'message'],
  properties: {
    errorId: { type: 'string' },
    code: { type: 'string', enum: Object.keys(refusals) },
    message: { type: 'string' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const webhookHeaders: Json[] = [
  header('webhook-id', 'The same at every try'),
  header('webhook-timestamp', 'When this try was sent, in seconds since 1970'),
  header(
    'webhook-signature',
    'As Standard Webhooks: `v1,` and the base64 of the HMAC-SHA-256 of `id.timestamp.body`. The key is the secret after `whsec_`, decoded from base64. During a rotation there are two, separated by a space.',
  ),
]

/** What clients are told of, with the shape of the message. */
const messages: readonly {
  readonly events: Readonly<Record<string, string>>
  readonly schema: Schema
  readonly example: Json
  readonly description: string
}[] = [
  {
    events: paymentWebhooks,
    schema: webhookMessageSchema,
    example: webhookExample,
    description:
      'Webhooks of one payment carry `sequence` 1, 2, 3 and are sent to an endpoint in that order, each with the payment as of its event. The next one is sent after this one was taken, or given up after its last try. One that comes twice has the same `id`; a receiver may ignore numbers not above the last one it has seen of the payment.',
  },
  {
    events: accountWebhooks,
    schema: accountMessageSchema,
    example: accountWebhookExample,
    description:
      'Webhooks about accounts have no `sequence` and no order. One that comes twice has the same `id`.',
  },
]

/** What endpoints of API clients are sent, per event. */
const webhooksOf = (): Json =>
  Object.fromEntries(
    messages.flatMap(({ events, schema, example, description }) =>
      Object.entries(events).map(([event, summary]) => [
        event,
        {
          post: {
            operationId: event,
            summary,
            description,
            parameters: webhookHeaders,
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: jsonSchemaOf(schema, 'output'),
                  example: { ...example, type: event },
                },
              },
            },
            responses: {
              '2XX': { description: 'Taken' },
              410: { description: 'The endpoint is switched off' },
              default: { description: 'Tried again for a day' },
            },
          },
        },
      ]),
    ),
  )

/** The public API described by the declarations that serve it. */
export function publicOpenApi(
  calls: readonly PublicCall[],
  { base, oauthBase, version }: { base: string; oauthBase: string; version: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) }
  const scopes = Object.fromEntries(calls.map(({ scope }) => [scope, apiScopes[scope]]))
  const tokenUrl = `${oauthBase}/oauth/token`
  return {
    openapi: '3.1.0',
    info: { title: 'Signalbox payments API', version },
    servers: [{ url: base }],
    paths: { ...paths, ...oauthPaths(oauthBase) },
    webhooks: webhooksOf(),
    components: {
      schemas: { Error: errorSchema, ...oauthComponents.schemas },
      securitySchemes: {
        oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes } } },
        ...oauthComponents.securitySchemes,
      },
    },
  }
}
