import * as z from 'zod/mini'
import { rulesetOverview } from '../entities/ruleset-overview.ts'
import { endpoint, intParam } from '../field/endpoint.ts'
import { named } from '../field/named.ts'
import { resourceEndpoints } from '../field/resource.ts'
import { wireMoneySchema } from '../money/money-schema.ts'
import { isInstantText } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'
import { outputValueSchema } from '../rules/ruleset-reply.ts'

const tag = 'Rules hub'
const access = 'rules-hub.view'

/** The most payments one question may name. */
const mostMatched = 100

const matchedRowSchema = z.object({
  /** `1979_RO_01_02@5` */
  ref: z.string(),
  rulesetId: z.string(),
  rulesetName: z.string(),
  /** The merchant the ruleset belongs to. */
  merchantId: z.number(),
  ruleId: z.string(),
  no: z.number(),
  name: z.string(),
  outputs: z.record(z.string(), outputValueSchema),
})
export type MatchedRow = z.infer<typeof matchedRowSchema>

const matchedCellSchema = z.object({
  rows: z.array(matchedRowSchema),
  /** Acts otherwise than the payment did: another row, or a row that says something else. */
  differs: z.boolean(),
})

const matchedTableSchema = z.object({
  table: z.string(),
  title: z.string(),
  route: z.string(),
  step: z.string(),
  /** What was recorded; null when a version that decided is not there any more. */
  recorded: z.nullable(matchedCellSchema),
  /** By the active rules, on the recorded facts. */
  now: z.nullable(matchedCellSchema),
  /** With the chosen version in place of the active one; null for tables it does not belong to. */
  draft: z.nullable(matchedCellSchema),
})
export type MatchedTable = z.infer<typeof matchedTableSchema>

const matchedPaymentSchema = z.object({
  /** As it was pasted. */
  input: z.string(),
  /** Why there is nothing to show. */
  problem: z.nullable(z.enum(['NOT_FOUND', 'NOT_AN_ID', 'NO_DECISIONS'])),
  txId: z.nullable(z.number()),
  merchantId: z.nullable(z.number()),
  txType: z.nullable(z.string()),
  statusNo: z.nullable(z.number()),
  created: z.nullable(z.string()),
  tables: z.array(matchedTableSchema),
})
export type MatchedPayment = z.infer<typeof matchedPaymentSchema>

const rateSchema = z.object({ rate: z.number(), low: z.number(), high: z.number() })

/** What a row, a ruleset or a table did to the payments of a time. */
const figuresShape = {
  /** Times the table was asked with the payment inside the preconditions. */
  evaluations: z.number(),
  hits: z.number(),
  /** Hits by evaluations; null when it was never asked. */
  share: z.nullable(z.number()),
  /** Evaluations that came as far as the row. */
  reach: z.number(),
  payments: z.number(),
  successful: z.number(),
  failed: z.number(),
  /** Wilson interval of 95 %; null below 30 decided payments. */
  approval: z.nullable(rateSchema),
  /** By base currency. */
  value: z.array(z.object({ successful: wireMoneySchema, declined: wireMoneySchema })),
  /** Routing: approval rate less that of other rows for the same transaction types. */
  approvalDifference: z.nullable(z.number()),
  /** Fees: what they brought, and what was refunded of the payments. */
  fees: z.nullable(z.array(z.object({ revenue: wireMoneySchema, refunds: wireMoneySchema }))),
  /** Provider fees: cost, and cost of a successful payment. */
  cost: z.nullable(z.array(z.object({ cost: wireMoneySchema, perApproved: z.nullable(wireMoneySchema) }))),
  /** Blocks: share of charged-back among payments of the same types that passed. */
  passedFraudRate: z.nullable(z.number()),
  /** Fallback: recovered value by retried value. */
  uplift: z.nullable(z.number()),
  firstHitAt: z.nullable(z.string()),
  lastHitAt: z.nullable(z.string()),
  /** Payments a person reversed: forced to another status, or denied. */
  overridden: z.number(),
}
const figuresSchema = named('RuleFigures', z.object(figuresShape))
export type RuleFigures = z.infer<typeof figuresSchema>

const versionFiguresSchema = z.object({ version: z.number(), figures: figuresSchema })

const deadClasses = ['UNREACHABLE', 'STARVED', 'IDLE', 'SEASONAL'] as const
export type DeadClass = (typeof deadClasses)[number]

const driftSchema = z.object({ hits: z.number(), expected: z.number(), sigma: z.number() })

const rulesetFiguresSchema = z.object({
  rulesetId: z.string(),
  merchantId: z.number(),
  no: z.number(),
  name: z.string(),
  activeVersion: z.nullable(z.number()),
  figures: figuresSchema,
  versions: z.array(versionFiguresSchema),
})
export type RulesetFigures = z.infer<typeof rulesetFiguresSchema>

const rowFiguresSchema = z.object({
  rulesetId: z.string(),
  rulesetName: z.string(),
  merchantId: z.number(),
  ruleId: z.string(),
  /** Its place in the newest version that has it. */
  no: z.number(),
  name: z.string(),
  enabled: z.boolean(),
  /** Not in the active version. */
  removed: z.boolean(),
  figures: figuresSchema,
  versions: z.array(versionFiguresSchema),
  /** Enabled for 30 days and without a hit in them. */
  dead: z.nullable(z.enum(deadClasses)),
  /** More than four standard deviations from the same weekday of four weeks. */
  drift: z.nullable(driftSchema),
})
export type RowFigures = z.infer<typeof rowFiguresSchema>

const latencySchema = z.object({ p50: z.number(), p95: z.number(), p99: z.number() })

const performanceWindows = ['24h', '7d', '30d', 'custom'] as const
export type PerformanceWindow = (typeof performanceWindows)[number]

const instant = z.string().check(z.maxLength(40)).check(z.refine(isInstantText, 'Must be a date and time'))

/** `custom` needs both ends; they are widened to full hours. */
const windowQuery = {
  window: z._default(z.enum(performanceWindows), '7d'),
  from: z.optional(instant),
  to: z.optional(instant),
}
const periodShape = {
  from: z.string(),
  to: z.string(),
  /** Everything up to here is counted; null before the first count. */
  countedUntil: z.nullable(z.string()),
}
const typeParams = z.object({ type: z.string().check(z.maxLength(40)) })

const overview = resourceEndpoints(rulesetOverview)

export const rulesHubCalls = {
  list: overview.list,
  export: overview.export,
  match: endpoint('POST /ruleset/match', {
    summary: 'Which rows decided about payments, and which would now or with another version',
    tag,
    access,
    body: z.strictObject({
      /** Ids, or references such as `1979A123`. */
      payments: z
        .array(z.string().check(z.maxLength(60)))
        .check(
          z.minLength(1, { error: texts.required }),
          z.maxLength(mostMatched, { error: `At most ${mostMatched} payments` }),
        ),
      draft: z.optional(z.strictObject({ rulesetId: z.string(), version: z.int() })),
    }),
    reply: z.object({ items: z.array(named('MatchedPayment', matchedPaymentSchema)) }),
    effect: 'read',
    computes: true,
  }),
  tables: endpoint('GET /ruleset/performance', {
    summary: 'What the rules of each table did to the payments of a time',
    tag,
    access,
    charts: true,
    query: z.object(windowQuery),
    reply: z.object({
      ...periodShape,
      items: z.array(
        z.object({
          table: z.string(),
          title: z.string(),
          category: z.string(),
          figures: figuresSchema,
          latency: z.nullable(latencySchema),
        }),
      ),
    }),
  }),
  table: endpoint('GET /ruleset/performance/{type}', {
    summary: 'What the rulesets and rows of one table did to the payments of a time',
    tag,
    access,
    charts: true,
    params: typeParams,
    query: z.object({
      ...windowQuery,
      rulesetId: z.optional(z.string().check(z.maxLength(60))),
      limit: z._default(intParam(1, 10_000), 500),
    }),
    reply: z.object({
      ...periodShape,
      table: z.string(),
      figures: figuresSchema,
      latency: z.nullable(latencySchema),
      rulesets: z.array(named('RulesetFigures', rulesetFiguresSchema)),
      rows: z.array(named('RowFigures', rowFiguresSchema)),
      /** How many rows there are; those with the most hits are sent. */
      rowCount: z.number(),
    }),
  }),
  series: endpoint('GET /ruleset/performance/{type}/series', {
    summary: 'Hits and outcomes over time, of a table, a ruleset or a row',
    tag,
    access,
    charts: true,
    params: typeParams,
    query: z.object({
      ...windowQuery,
      rulesetId: z.optional(z.string().check(z.maxLength(60))),
      ruleId: z.optional(z.string().check(z.maxLength(60))),
    }),
    reply: z.object({
      ...periodShape,
      step: z.enum(['hour', 'day']),
      points: z.array(
        z.object({
          at: z.string(),
          evaluations: z.number(),
          hits: z.number(),
          successful: z.number(),
          failed: z.number(),
        }),
      ),
    }),
  }),
} as const
