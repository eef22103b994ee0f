import type { Endpoint } from '@signalbox/model/field/endpoint'
import { withComponents } from './document.ts'
import { exampleOf } from './example.ts'
import { describedSchema, type JsonSchema } from './json-schema.ts'
import { operationIdOf } from './operation-id.ts'
import { parametersIn } from './parameters.ts'
import { errorSchema, refusalResponses, refusedWith, type RefusalStatus } from './refusal-responses.ts'

const merchantParameter: JsonSchema = {
  name: 'merchantId',
  in: 'query',
  description: 'The selected merchant; by default the home merchant of the caller',
  schema: { type: 'integer' },
}

const operationParameter = (required: boolean): JsonSchema => ({
  name: 'X-Operation-Id',
  in: 'header',
  required,
  description: 'Repeating a request with the same id returns the first answer',
  schema: { type: 'string', format: 'uuid' },
})

/** What an address names, where the call does not say what it takes for it. */
const namedIn = (path: string): JsonSchema[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

const parametersOf = ({ path, params, query, scope, effect, movesMoney }: Endpoint): JsonSchema[] => [
  ...(params ? parametersIn(params, 'path') : namedIn(path)),
  ...(scope === 'merchant' ? [merchantParameter] : []),
  ...parametersIn(query, 'query').filter(({ name }) => scope !== 'merchant' || name !== 'merchantId'),
  ...(effect === 'write' ? [operationParameter(movesMoney === true)] : []),
]

const withExample = (schema: JsonSchema, shows: 'all' | 'needed'): JsonSchema => ({
  'application/json': { schema, example: exampleOf(schema, shows) },
})

const always: readonly RefusalStatus[] = [400, 401, 403, 404, 409, 413, 414, 415, 422, 429, 500, 502, 503]

/** A body is refused for its size and kind wherever one can be sent, asked for or not. */
const refusalsOf = ({ method, path, effect }: Endpoint): RefusalStatus[] =>
  always.filter((status) => {
    if (status === 413 || status === 415) return method !== 'GET'
    if (status === 414) return path.includes('{')
    return status !== 502 || effect === 'write'
  })

function operationOf(endpoint: Endpoint): JsonSchema {
  const { reply, body } = endpoint
  const done =
    reply === 'stream'
      ? { description: 'A file, or a stream of events', content: { '*/*': {} } }
      : { description: 'Done', content: withExample(describedSchema(reply, 'output'), 'all') }
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.tag],
    'x-access': endpoint.access,
    parameters: parametersOf(endpoint),
    ...(body && {
      requestBody: { required: true, content: withExample(describedSchema(body, 'input'), 'needed') },
    }),
    responses: { 200: done, ...refusedWith(refusalsOf(endpoint)) },
  }
}

interface About {
  readonly base: string
  readonly version: string
  readonly sessionCookie: string
}

/** The description of the API, made from the very declarations that serve it. */
export function openApiOf(
  endpoints: readonly Endpoint[],
  { base, version, sessionCookie }: About,
): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return withComponents({
    openapi: '3.1.0',
    info: { title: 'Signalbox console API', version },
    servers: [{ url: base }],
    paths,
    components: {
      schemas: { Error: errorSchema },
      responses: refusalResponses(endpoints.flatMap(refusalsOf)),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
    },
    security: [{ session: [] }],
  })
}
