import * as z from 'zod/mini'
import { schemeToken } from '../entities/scheme-token.ts'
import { endpoint, intParam } from '../field/endpoint.ts'
import { importEndpoints, operationEndpoints, resourceEndpoints } from '../field/resource.ts'
import { tokenNetworkNames } from '../scheme-tokens/token-network.ts'

const network = z.enum(tokenNetworkNames as [(typeof tokenNetworkNames)[number]])
const { view, edit } = schemeToken.access

const started = z.object({ id: z.string(), merchantId: z.number(), network, title: z.string() })
const known = z.object({ merchantId: z.number(), network })

/** What the network said last. */
const networkResultSchema = z.object({
  result: z.enum(['PENDING', 'ACTION_REQUIRED', 'APPROVED', 'REJECTED', 'NO_ANSWER']),
  reasonCode: z.nullable(z.string()),
  message: z.string(),
  at: z.string(),
})
export type NetworkResult = z.infer<typeof networkResultSchema>

const testStep = z.object({
  step: z.enum(['TOKEN', 'CRYPTOGRAM', 'AUTHORISATION', 'VOID']),
  ok: z.boolean(),
  message: z.string(),
})
const testResultSchema = z.object({
  ok: z.boolean(),
  running: z.boolean(),
  at: z.string(),
  steps: z.array(testStep),
})
export type TestResult = z.infer<typeof testResultSchema>
export type TestStep = z.infer<typeof testStep>

const attempts = z.object({ sent: z.number(), approved: z.number() })

const tokenMetricsSchema = z.object({
  days: z.number(),
  tokens: z.object({
    provisioned: z.number(),
    active: z.number(),
    suspended: z.number(),
    deleted: z.number(),
  }),
  /** Card deposits that were sent to a PSP, and those of them that were sent with a token first. */
  cardPayments: z.number(),
  tokenPayments: z.number(),
  /** Deposits that were sent again with the card number after the token was refused. */
  fallbacks: z.number(),
  /** All of them, and those that nobody has decided: with the decided ones below they are equal. */
  attempts: z.number(),
  undecided: z.number(),
  token: attempts,
  pan: attempts,
  /** Approval with tokens less approval with card numbers, each BIN weighted alike, in parts per million. */
  upliftPpm: z.nullable(z.number()),
  /** The attempts the uplift is read off, with BINs that were tried both ways, and between which figures it may be (95 %). */
  upliftBasis: z.nullable(
    z.object({ token: z.number(), pan: z.number(), lowPpm: z.number(), highPpm: z.number() }),
  ),
  lifecycle: z.object({
    SUSPENDED: z.number(),
    RESUMED: z.number(),
    DELETED: z.number(),
    CARD_REPLACED: z.number(),
  }),
  byDay: z.array(z.object({ day: z.string(), cards: z.number(), tokens: z.number() })),
})
export type TokenMetrics = z.infer<typeof tokenMetricsSchema>

export const schemeTokenCalls = {
  ...resourceEndpoints(schemeToken),
  ...operationEndpoints(schemeToken),
  ...importEndpoints(schemeToken),
  start: endpoint('POST /scheme-token/start', {
    summary: 'Begin the onboarding of merchants at networks, with the data the merchants have',
    tag: schemeToken.plural,
    access: edit,
    body: z.strictObject({
      merchants: z.array(z.int()).check(z.minLength(1), z.maxLength(200)),
      networks: z.array(network).check(z.minLength(1), z.maxLength(3)),
    }),
    reply: z.object({
      started: z.array(started),
      /** Those that had begun before. */
      known: z.array(known),
    }),
  }),
  psps: endpoint('GET /scheme-token/psps', {
    summary: 'PSPs that can be sent network tokens',
    tag: schemeToken.plural,
    access: view,
    reply: z.object({ items: z.array(z.object({ psp: z.string(), name: z.string() })) }),
  }),
  metrics: endpoint('GET /scheme-token/metrics', {
    summary: 'Tokens, their share of card deposits and how they are approved',
    tag: schemeToken.plural,
    access: view,
    heavy: true,
    query: z.object({ days: z._default(intParam(1, 90), 30), network: z.optional(network) }),
    reply: tokenMetricsSchema,
  }),
}
