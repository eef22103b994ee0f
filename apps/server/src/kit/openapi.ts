import * as z from 'zod/mini'
import type { Endpoint, Schema } from '@signalbox/model/endpoint'
import { refusals } from '@signalbox/model/refusal'

type JsonSchema = Record<string, unknown>

export function jsonSchemaOf(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema as z.ZodMiniType, {
    target: 'draft-7',
    io,
    unrepresentable: 'any',
  }) as JsonSchema
  return rest
}

const errorSchema: JsonSchema = {
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
    current: {},
    refs: { type: 'array', items: { type: 'string' } },
  },
}

const error = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function parametersOf(endpoint: Endpoint): JsonSchema[] {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  const inPath = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
  const scope =
    endpoint.scope === 'merchant'
      ? [
          {
            name: 'merchantId',
            in: 'query',
            description: 'The selected merchant',
            schema: { type: 'integer' },
          },
        ]
      : []
  const query = endpoint.query
    ? (jsonSchemaOf(endpoint.query, 'input').properties as JsonSchema | undefined)
    : {}
  const inQuery = Object.entries(query ?? {}).map(([name, schema]) => ({ name, in: 'query', schema }))
  const operation =
    endpoint.effect === 'write'
      ? [
          {
            name: 'X-Operation-Id',
            in: 'header',
            required: endpoint.movesMoney === true,
            schema: { type: 'string', format: 'uuid' },
          },
        ]
      : []
  return [...inPath, ...scope, ...inQuery, ...operation]
}

/** `getTransactionById`: what generators of clients name the call by, and what can stand in an address. */
export function operationIdOf({ method, path }: { readonly method: string; readonly path: string }): string {
  const words = path.replaceAll('{', 'by-').split(/[^A-Za-z0-9]+/)
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return method.toLowerCase() + words.map(capital).join('')
}

function operationOf(endpoint: Endpoint): JsonSchema {
  const reply =
    endpoint.reply === 'stream'
      ? { description: 'A stream' }
      : {
          description: 'Done',
          content: { 'application/json': { schema: jsonSchemaOf(endpoint.reply, 'output') } },
        }
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.tag],
    'x-access': endpoint.access,
    parameters: parametersOf(endpoint),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOf(endpoint.body, 'input') } },
      },
    }),
    responses: {
      200: reply,
      400: error('Malformed'),
      401: error('Not signed in'),
      403: error('Not allowed'),
      404: error('Not there, or outside the scope'),
      409: error('Not in this state or version'),
      413: error('Too large'),
      415: error('Not JSON'),
      422: error('Invalid'),
      429: error('Too many requests'),
      500: error('Our fault'),
      503: error('Temporarily unavailable'),
    },
  }
}

/** The description of the API, made from the very declarations that serve it. */
export function openApiOf(
  endpoints: readonly Endpoint[],
  {
    base,
    version,
    sessionCookie,
  }: { readonly base: string; readonly version: string; readonly sessionCookie: string },
): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Signalbox console API', version },
    servers: [{ url: base }],
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
    },
    security: [{ session: [] }],
  }
}
