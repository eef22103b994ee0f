import type { Schema } from '@signalbox/model/field/endpoint'
import { apiScopes } from '@signalbox/model/entities/api-client'
import { accountMessageSchema } from '@signalbox/model/payments/user-account-answer'
import {
  accountWebhooks,
  paymentWebhooks,
  webhookMessageSchema,
} from '@signalbox/model/payments/webhook-message'
import { exampleOf } from '../../kit/openapi/example.ts'
import { withComponents } from '../../kit/openapi/document.ts'
import { describedSchema } from '../../kit/openapi/json-schema.ts'
import { operationIdOf } from '../../kit/openapi/operation-id.ts'
import { parametersIn } from '../../kit/openapi/parameters.ts'
import {
  errorSchema,
  refusalResponses,
  refusedWith,
  type RefusalStatus,
} from '../../kit/openapi/refusal-responses.ts'
import { accountWebhookExample, webhookExample } from './examples.ts'
import { oauthComponents, oauthPaths } from './oauth-openapi.ts'
import type { PublicCall } from './public-call.ts'

type Json = Record<string, unknown>

const keyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Repeating a request with the same key and body returns the first answer, for 24 hours.',
  schema: { type: 'string', minLength: 8, maxLength: 64 },
}

const always: readonly RefusalStatus[] = [400, 401, 403, 404, 409, 413, 414, 415, 422, 429, 500, 503]

/** A body is refused for its size and kind wherever one can be sent, asked for or not. */
const refusalsOf = ({ method, path }: PublicCall): RefusalStatus[] =>
  always.filter((status) => {
    if (status === 414) return path.includes('{')
    return method !== 'GET' || ![409, 413, 415].includes(status)
  })

/** What somebody wrote for people to paste, or else what the schema tells. */
const withExample = (schema: Json, written: unknown): Json => ({
  schema,
  example: written ?? exampleOf(schema, 'needed'),
})

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
          'application/json': withExample(describedSchema(call.body, 'input'), example?.body),
        },
      },
    }),
    responses: {
      [answer.status]: {
        description: 'Accepted. The state of the payment, not the HTTP status, tells whether it succeeded.',
        content: {
          'application/json': withExample(describedSchema(answer.schema, 'output'), example?.answer),
        },
      },
      ...refusedWith(refusalsOf(call)),
    },
  }
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
            // Whoever is called proves nothing to us.
            security: [],
            parameters: webhookHeaders,
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: describedSchema(schema, 'output'),
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
  return withComponents({
    openapi: '3.1.0',
    info: { title: 'Signalbox payments API', version },
    servers: [{ url: base }],
    paths: { ...paths, ...oauthPaths(oauthBase) },
    webhooks: webhooksOf(),
    components: {
      schemas: { Error: errorSchema, ...oauthComponents.schemas },
      responses: { ...refusalResponses(calls.flatMap(refusalsOf)), ...oauthComponents.responses },
      securitySchemes: {
        oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes } } },
        ...oauthComponents.securitySchemes,
      },
    },
  })
}
