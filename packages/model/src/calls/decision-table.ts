import * as z from 'zod/mini'
import { rulesView } from './rules-access.ts'
import { endpoint } from '../field/endpoint.ts'
import { listOf } from '../field/list-of.ts'
import { named } from '../field/named.ts'
import { wireRatesSchema } from '../money/wire-rates.ts'
import { steps } from '../rules/fact.ts'
import { contentSchema, rowsBodyLimit, rowSchema } from '../rules/ruleset-content-schema.ts'
import { effectiveVersionSchema, findingSchema, traceSchema } from '../rules/ruleset-reply.ts'
import { tableReply } from '../rules/table-reply.ts'

const tag = 'Rules'
const view = rulesView

const typeParams = z.object({ type: z.string().check(z.maxLength(40)) })

const effectiveRulesets = z.object({
  table: z.string(),
  /** In the order in which they are asked; disabled ones left out. */
  rulesets: z.array(effectiveVersionSchema),
})
/** The tables a merchant decides with, as the engine asks them. */
export type EffectiveRulesets = z.infer<typeof effectiveRulesets>

/** More rows with a threshold than one payment ever matches. */
const mostTriedRows = 200

const circumstancesSchema = named(
  'RulesetCircumstances',
  z.object({
    rates: wireRatesSchema,
    /** Every PSP of the catalogue, and why it cannot be used now. */
    closed: z.array(z.object({ psp: z.string(), why: z.nullable(z.string()) })),
    /** Why a PSP that is not in the catalogue cannot. */
    closedElse: z.nullable(z.string()),
    /** Places, counted from 0, of the rows whose threshold is exceeded. */
    exceeded: z.array(z.int()),
  }),
)
/** What a payment would find now, besides the rows. */
export type RulesetCircumstances = z.infer<typeof circumstancesSchema>

/** The most conditions one tree has that becomes no more than 32 rows. */
const mostLeaves = 100

const leafSchema = z.strictObject({
  fact: z.string().check(z.maxLength(60)),
  cell: z.looseObject({ op: z.string() }),
  /** The cell must not hold. */
  not: z.optional(z.boolean()),
})

const treeLeaf = z.strictObject({ kind: z.literal('leaf'), ...leafSchema.shape })
const groupOf = <Members extends z.ZodMiniType>(members: Members) =>
  z.strictObject({
    kind: z.literal('group'),
    join: z.enum(['ALL', 'ANY']),
    not: z.boolean(),
    members: z.array(members).check(z.maxLength(mostLeaves)),
  })
// One level more than a tree may have, so that a tree too deep is refused in words and not as a wrong shape.
const fourthGroup = groupOf(treeLeaf)
const thirdGroup = groupOf(z.union([treeLeaf, fourthGroup]))
const secondGroup = groupOf(z.union([treeLeaf, thirdGroup]))
const treeSchema = groupOf(z.union([treeLeaf, secondGroup]))
/** A tree of conditions as it travels: no deeper than the schema can say. */
export type WireTree = z.infer<typeof treeSchema>

const trafficSharesSchema = named(
  'TrafficShares',
  z.object({
    from: z.string(),
    to: z.string(),
    /** Of how many payments the shares are: a sample, spread over the time, of those the table was asked about. */
    payments: z.number(),
    /** From 0 to 1, in the order of the conditions; null where there were no payments. */
    shares: z.array(z.nullable(z.number())),
    /** The same for each tree as a whole. */
    trees: z.array(z.nullable(z.number())),
  }),
)
/** How much of last week's traffic conditions match, each on its own, and trees of them. */
export type TrafficShares = Readonly<z.infer<typeof trafficSharesSchema>>

/** What tables say: of payments, of rows nobody saved yet, and about themselves. */
export const decisionTableCalls = {
  lint: endpoint('POST /ruleset/lint', {
    summary: 'Check rows, saved or not',
    tag,
    access: view,
    body: z.strictObject({
      table: z.string().check(z.maxLength(40)),
      content: contentSchema,
    }),
    reply: z.object({ items: z.array(findingSchema) }),
    effect: 'read',
    bodyLimit: rowsBodyLimit,
    computes: true,
  }),
  simulate: endpoint('POST /ruleset/simulate', {
    summary: 'Evaluate one table for a simulated payment, with the active rules or a version of one ruleset',
    tag,
    access: view,
    body: z.strictObject({
      table: z.string().check(z.maxLength(40)),
      facts: z.record(z.string(), z.unknown()),
      /** Taken instead of the active version of the same ruleset. */
      instead: z.optional(z.strictObject({ rulesetId: z.string(), version: z.int() })),
      /** Whether counters are over the thresholds rows may have; by default as they are counted now. */
      thresholds: z.optional(z.enum(['counted', 'exceeded', 'within'])),
      /** Without it the step at which the answer binds. */
      step: z.optional(z.enum(steps)),
      /** Decides draws between weighted rows. A payment that exists is counted as itself. */
      transactionId: z.optional(z.string().check(z.maxLength(40))),
    }),
    reply: traceSchema,
    effect: 'read',
    computes: true,
  }),
  circumstances: endpoint('POST /ruleset/circumstances', {
    summary:
      'What a payment would find now: exchange rates, closed PSPs, and thresholds of rows, saved or not',
    tag,
    access: view,
    body: z.strictObject({
      table: z.string().check(z.maxLength(40)),
      facts: z.record(z.string(), z.unknown()),
      transactionId: z.optional(z.string().check(z.maxLength(40))),
      /** Rows that match the payment, where the table has thresholds. */
      rows: z.optional(z.array(rowSchema).check(z.maxLength(mostTriedRows))),
    }),
    reply: circumstancesSchema,
    effect: 'read',
    computes: true,
  }),
  trafficShares: endpoint('POST /ruleset/traffic-shares', {
    summary: 'Share of the last 7 days of a table’s payments that conditions and trees of them match',
    tag,
    access: view,
    body: z.strictObject({
      table: z.string().check(z.maxLength(40)),
      leaves: z.array(leafSchema).check(z.minLength(1), z.maxLength(mostLeaves)),
      trees: z.optional(z.array(treeSchema).check(z.maxLength(mostLeaves))),
    }),
    reply: trafficSharesSchema,
    effect: 'read',
    computes: true,
  }),
  tables: endpoint('GET /decisiontable', {
    summary: 'The decision tables: number, slug, tag, route and what each is for',
    tag,
    access: view,
    scope: 'none',
    reply: z.object({
      items: z.array(
        z.object({
          number: z.string(),
          slug: z.string(),
          tag: z.string(),
          route: z.string(),
          title: z.string(),
          purpose: z.string(),
          category: z.string(),
          hitPolicy: z.string(),
          steps: z.array(z.string()),
        }),
      ),
    }),
  }),
  effective: endpoint('GET /decisiontable/{type}/effective', {
    summary: 'The active rulesets of a table for the merchant, in order of evaluation',
    tag,
    access: view,
    params: typeParams,
    reply: effectiveRulesets,
  }),
  schema: endpoint('GET /decisiontable/{type}/schema', {
    summary: 'The columns of a table: conditions and outputs',
    tag,
    access: view,
    params: typeParams,
    reply: tableReply,
  }),
  catalogue: endpoint('GET /decisiontable/catalogue', {
    summary: 'What cells may pick from: PSPs, accounts, templates, providers of the merchant',
    tag,
    access: view,
    reply: z.object({
      items: z.record(
        z.string(),
        listOf(
          z.object({
            value: z.string(),
            label: z.string(),
            txTypes: z.optional(listOf(z.string())),
            currencies: z.optional(listOf(z.string())),
            /** Of a PSP: those that forex rules may convert on the way to it. */
            converts: z.optional(listOf(z.string())),
            psps: z.optional(listOf(z.string())),
          }),
        ),
      ),
    }),
  }),
} as const
