import { exampleOf } from '../../kit/openapi/example.ts'
import { apiScopes } from '@signalbox/model/entities/api-client'

type Json = Record<string, unknown>

const text = (description: string): Json => ({ type: 'string', description })

const proof: Json = {
  client_id: text('With client_secret, instead of the header `Authorization: Basic`'),
  client_secret: text('Only here or in the header, never both, and never in the address'),
  client_assertion_type: text('urn:ietf:params:oauth:client-assertion-type:jwt-bearer'),
  client_assertion: text('A JWT signed with the key of the client, instead of a secret (RFC 7523)'),
}

const shownToken: Json = {
  token: text('An access token of this client'),
  token_type_hint: text('Not needed; there are only access tokens'),
}

const refused = (description: string, example: Json): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/OAuthError' }, example } },
})

interface OAuthCall {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly fields: Json
  readonly required: string
  readonly example: Json
  readonly answer: Json
  readonly refusal: string
}

const calls: readonly OAuthCall[] = [
  {
    path: '/oauth/token',
    operationId: 'createToken',
    summary: 'A token for the client',
    fields: {
      grant_type: { type: 'string', const: 'client_credentials' },
      scope: text('Scopes separated by spaces; all of the client when left out'),
    },
    required: 'grant_type',
    example: { grant_type: 'client_credentials', scope: 'payments:read payments:write' },
    answer: {
      type: 'object',
      required: ['access_token', 'token_type', 'expires_in', 'scope'],
      properties: {
        access_token: text('Send it as `Authorization: Bearer`'),
        token_type: { type: 'string', const: 'bearer' },
        expires_in: { type: 'integer', description: 'In seconds' },
        scope: text('What it may do'),
      },
    },
    refusal: 'invalid_request, unsupported_grant_type, or invalid_scope: a scope the client does not have',
  },
  {
    path: '/oauth/introspect',
    operationId: 'introspectToken',
    summary: 'Whether a token of the client works, and what it may do (RFC 7662)',
    fields: shownToken,
    required: 'token',
    example: { token: 'MDFhMWU2…' },
    answer: {
      type: 'object',
      required: ['active'],
      properties: {
        active: { type: 'boolean', description: 'False also for tokens of other clients' },
        client_id: text('Whose it is'),
        scope: text('What it may do now'),
        token_type: { type: 'string', const: 'bearer' },
        exp: { type: 'integer', description: 'When it ends, in seconds since 1970' },
        iss: text('Who gave it out'),
      },
    },
    refusal: 'invalid_request',
  },
  {
    path: '/oauth/revoke',
    operationId: 'revokeToken',
    summary: 'Ends a token of the client at once (RFC 7009)',
    fields: shownToken,
    required: 'token',
    example: { token: 'MDFhMWU2…' },
    answer: {},
    refusal: 'invalid_request, or invalid_grant: the token of another client',
  },
]

/** What every one of them may answer beside its own refusal. */
const sharedRefusals: Readonly<Record<number, [name: string, error: string, description: string]>> = {
  401: ['InvalidClient', 'invalid_client', 'The client or its secret is wrong'],
  413: ['FormTooLarge', 'invalid_request', 'The form is too large'],
  415: ['NotAForm', 'invalid_request', 'The body must be a form'],
  429: ['SlowDown', 'slow_down', 'Too many requests. Wait a moment and try again.'],
  500: ['ServerError', 'server_error', 'Something went wrong. Please try again later.'],
  503: ['TemporarilyUnavailable', 'temporarily_unavailable', 'The service is temporarily unavailable.'],
}

const operationOf = (base: string, call: OAuthCall): Json => ({
  operationId: call.operationId,
  summary: call.summary,
  // Not below the address of the other calls.
  servers: [{ url: base }],
  security: [{ clientSecret: [] }, {}],
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: { type: 'object', required: [call.required], properties: { ...call.fields, ...proof } },
        example: call.example,
      },
    },
  },
  responses: {
    200: {
      description: 'Done',
      ...(Object.keys(call.answer).length > 0 && {
        content: { 'application/json': { schema: call.answer, example: exampleOf(call.answer, 'all') } },
      }),
    },
    400: refused(call.refusal, {
      error: 'invalid_request',
      error_description: `${call.required} is missing`,
    }),
    ...Object.fromEntries(
      Object.entries(sharedRefusals).map(([status, [name]]) => [
        status,
        { $ref: `#/components/responses/${name}` },
      ]),
    ),
  },
})

const metadata: Json = {
  type: 'object',
  required: ['issuer', 'token_endpoint'],
  properties: {
    issuer: { type: 'string' },
    token_endpoint: { type: 'string' },
    introspection_endpoint: { type: 'string' },
    revocation_endpoint: { type: 'string' },
    scopes_supported: { type: 'array', items: { type: 'string', enum: Object.keys(apiScopes) } },
  },
}

const metadataOf = (): Json => ({
  operationId: 'readServerMetadata',
  summary: 'Where the endpoints are and what they take (RFC 8414)',
  servers: [{ url: '/' }],
  security: [],
  responses: {
    200: {
      description: 'The metadata of the authorization server',
      content: { 'application/json': { schema: metadata, example: exampleOf(metadata, 'all') } },
    },
    400: { $ref: '#/components/responses/Malformed' },
  },
})

/** How clients get tokens, which is below another address than what they do with them. */
export const oauthPaths = (base: string): Record<string, Json> => ({
  ...Object.fromEntries(calls.map((call) => [call.path, { post: operationOf(base, call) }])),
  '/.well-known/oauth-authorization-server': { get: metadataOf() },
})

export const oauthComponents = {
  schemas: {
    OAuthError: {
      type: 'object',
      required: ['error', 'error_description'],
      properties: { error: text('As RFC 6749 names it'), error_description: text('In words') },
    },
  },
  responses: Object.fromEntries(
    Object.values(sharedRefusals).map(([name, error, description]) => [
      name,
      refused(description, { error, error_description: description }),
    ]),
  ),
  securitySchemes: { clientSecret: { type: 'http', scheme: 'basic' } },
}
