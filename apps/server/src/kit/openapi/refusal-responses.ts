import { refusals, type RefusalCode } from '@signalbox/model/text/refusal'
import type { JsonSchema } from './json-schema.ts'

const codes = Object.keys(refusals) as RefusalCode[]

export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'Why the request was refused. Nothing was done.',
  required: ['errorId', 'code', 'message'],
  properties: {
    errorId: { type: 'string', description: 'Also in the log of the server' },
    code: { type: 'string', enum: codes },
    message: { type: 'string', description: 'In words, for people' },
    fields: {
      type: 'array',
      description: 'What is wrong with which field',
      items: {
        type: 'object',
        required: ['field', 'code', 'message'],
        properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    current: { description: 'For a stale write: the current record' },
    refs: { type: 'array', description: 'What prevents it', items: { type: 'string' } },
  },
}

const errorIdExample = '8f14e45f-ceea-4a7b-9c1d-2b7c0e6f1a55'

/** Each status the platform says no with: its name below `components`, and what it means. */
const responses = {
  400: ['Malformed', 'The request cannot be read'],
  401: ['Unauthenticated', 'The caller is not authenticated'],
  403: ['Forbidden', 'The caller may not do this'],
  404: ['NotFound', 'Not found, or outside the scope of the caller'],
  409: ['Conflict', 'Not possible in the current state or version'],
  413: ['TooLarge', 'The body is too large'],
  414: ['AddressTooLong', 'The address is too long'],
  415: ['UnsupportedMediaType', 'The body is not sent as application/json'],
  422: ['Invalid', 'Not valid; nothing was done'],
  429: ['TooManyRequests', 'Too many requests; wait as long as Retry-After says'],
  500: ['InternalError', 'Server error. Check the state, or send the request again with the same key'],
  502: ['MailFailed', 'An email could not be sent'],
  503: ['Unavailable', 'Temporarily unavailable. Nothing was started; send the request again'],
} as const satisfies Partial<Record<number, readonly [name: string, description: string]>>

export type RefusalStatus = keyof typeof responses

const retryAfter: JsonSchema = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
}
const mayBeTriedAgain: ReadonlySet<number> = new Set([429, 503])

function responseOf(status: RefusalStatus): [name: string, response: JsonSchema] {
  const [name, description] = responses[status]
  const code = codes.find((each) => refusals[each].status === status) ?? 'BAD_REQUEST'
  const example = { errorId: errorIdExample, code, message: refusals[code].message }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } }
  return [name, { description, ...(mayBeTriedAgain.has(status) && { headers: retryAfter }), content }]
}

/** References to what is declared once, per status. */
export const refusedWith = (statuses: readonly RefusalStatus[]): JsonSchema =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${responses[status][0]}` }]),
  )

/** The responses a document refers to. */
export const refusalResponses = (statuses: readonly RefusalStatus[]): JsonSchema =>
  Object.fromEntries([...new Set(statuses)].sort((one, other) => one - other).map(responseOf))
