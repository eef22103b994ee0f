import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { endpoint, idParams, intParam, pageOf, pageQuery } from '../field/endpoint.ts'
import { noteSchema } from '../field/entity-schema.ts'
import type { Permission } from '../access/policy.ts'
import { listOf } from '../field/list-of.ts'
import { outlineOf } from '../field/schema-of.ts'
import { steps } from '../rules/fact.ts'
import { wireRatesSchema } from '../money/wire-rates.ts'
import { inheritances, maxRules } from '../rules/rule.ts'
import {
  effectiveVersionSchema,
  findingSchema,
  pastRevisionSchema,
  revisionSchema,
  summarySchema,
  traceSchema,
} from '../rules/ruleset-reply.ts'
import { tableReply } from '../rules/table-reply.ts'
import { versionStates, type RulesetChanges, type RulesetContent } from '../rules/ruleset.ts'

/** Which tables a person may see or edit is decided table by table; these only tell who may come in at all. */
const view: readonly Permission[] = ['rules.view', 'kyc-rules.view']
const edit: readonly Permission[] = ['rules.edit', 'kyc-rules.edit']

const tag = 'Rules'
/** Ten thousand wide rows. */
const bodyLimit = 12_000_000

/** Rows are checked against their table once it is known which it is; here only the outline. */
const row = z.looseObject({ id: z.string() })
const cells = z.record(z.string(), z.looseObject({ op: z.string() }))
const contentShape = {
  name: z.string(),
  note: z.string(),
  priority: z.int().check(z.gte(1), z.lte(9999)),
  inherit: z.enum(inheritances),
  enabled: z.boolean(),
  preconditions: cells,
}
const changesSchema = outlineOf<RulesetChanges>()(
  z.strictObject({
    name: z.optional(contentShape.name),
    note: z.optional(contentShape.note),
    priority: z.optional(contentShape.priority),
    inherit: z.optional(contentShape.inherit),
    enabled: z.optional(contentShape.enabled),
    preconditions: z.optional(cells),
    upsert: z.optional(z.array(row).check(z.maxLength(maxRules))),
    remove: z.optional(z.array(z.string()).check(z.maxLength(maxRules))),
    order: z.optional(z.array(z.string()).check(z.maxLength(maxRules))),
  }),
)
const content = named(
  'RulesetContent',
  outlineOf<RulesetContent>()(
    z.strictObject({ ...contentShape, rules: z.array(row).check(z.maxLength(maxRules)) }),
  ),
)

const findingsSchema = z.object({ items: z.array(findingSchema) })

const inFullSchema = named(
  'RulesetInFull',
  z.object({
    summary: summarySchema,
    active: z.nullable(revisionSchema),
    open: z.nullable(revisionSchema),
  }),
)
/** What a person works with: the ruleset, the version that counts, and the one being prepared. */
export type RulesetInFull = z.infer<typeof inFullSchema>

/** A move of the open version names the revision the person has seen, so that nobody approves what they did not read. */
const step = { version: z.int(), revision: z.int() }
const stepBody = named('RulesetStep', z.strictObject({ ...step, note: z.optional(noteSchema) }))
const stepWithReason = named('RulesetStepWithReason', z.strictObject({ ...step, note: noteSchema }))

const typeParams = z.object({ type: z.string().check(z.maxLength(40)) })
const listQuery = z.object({
  ...pageQuery,
  category: z.optional(z.string().check(z.maxLength(40))),
  state: z.optional(z.enum(versionStates)),
  keyword: z.optional(z.string().check(z.maxLength(200))),
})

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

export const rulesetCalls = {
  list: endpoint('GET /ruleset', {
    summary: 'List rulesets of the merchant and those it inherits; category= is the table',
    tag,
    access: view,
    query: listQuery,
    reply: pageOf(summarySchema),
  }),
  get: endpoint('GET /ruleset/{id}', {
    summary: 'Read a ruleset: its active version and the one being prepared',
    tag,
    access: view,
    params: idParams,
    reply: inFullSchema,
  }),
  version: endpoint('GET /ruleset/{id}/version/{version}', {
    summary: 'Read one version of a ruleset with its rows',
    tag,
    access: view,
    params: z.object({
      id: z.string().check(z.maxLength(100)),
      version: intParam(1, 1_000_000),
    }),
    reply: revisionSchema,
  }),
  history: endpoint('GET /ruleset/{id}/history', {
    summary: 'Versions of a ruleset without their rows, newest first',
    tag,
    access: view,
    params: idParams,
    query: z.object({
      limit: z._default(intParam(1, 200), 30),
      before: z.optional(intParam(1, 1_000_000)),
    }),
    reply: z.object({ items: z.array(pastRevisionSchema) }),
  }),
  create: endpoint('POST /ruleset', {
    summary: 'Create a ruleset as a draft on the selected merchant',
    tag,
    access: edit,
    body: z.strictObject({
      table: z.string().check(z.maxLength(40)),
      content,
      changeNote: noteSchema,
    }),
    reply: inFullSchema,
    bodyLimit,
  }),
  save: endpoint('PUT /ruleset/{id}', {
    summary: 'Save changes as a draft; creates one if the ruleset has none',
    tag,
    access: edit,
    params: idParams,
    body: z.strictObject({
      /** What the person started from: the version, and its revision. */
      ...step,
      changes: changesSchema,
      changeNote: noteSchema,
    }),
    reply: inFullSchema,
    bodyLimit,
  }),
  discard: endpoint('DELETE /ruleset/{id}', {
    summary: 'Discard the draft; a ruleset that was never active is deleted',
    tag,
    access: edit,
    params: idParams,
    query: z.object({
      version: intParam(1, 1_000_000),
      revision: intParam(1, 1_000_000_000),
      note: z.optional(noteSchema),
    }),
    reply: z.object({ id: z.string(), deleted: z.boolean() }),
  }),
  submit: endpoint('POST /ruleset/{id}/submit', {
    summary: 'Submit for approval; changes of names and notes alone become active at once',
    tag,
    access: edit,
    params: idParams,
    body: z.strictObject({
      ...step,
      note: z.optional(noteSchema),
      effectiveFrom: z.optional(z.nullable(z.iso.datetime())),
    }),
    reply: inFullSchema,
  }),
  withdraw: endpoint('POST /ruleset/{id}/withdraw', {
    summary: 'Withdraw a submitted or scheduled version',
    tag,
    access: edit,
    params: idParams,
    body: stepBody,
    reply: inFullSchema,
  }),
  approve: endpoint('POST /ruleset/{id}/approve', {
    summary: 'Approve what somebody else prepared; it becomes active now or on its date',
    tag,
    access: edit,
    params: idParams,
    body: stepBody,
    reply: inFullSchema,
  }),
  deny: endpoint('POST /ruleset/{id}/deny', {
    summary: 'Return a version to its author with a reason',
    tag,
    access: edit,
    params: idParams,
    body: stepWithReason,
    reply: inFullSchema,
  }),
  archive: endpoint('POST /ruleset/{id}/archive', {
    summary: 'Request approval to archive a ruleset',
    tag,
    access: edit,
    params: idParams,
    body: stepWithReason,
    reply: inFullSchema,
  }),
  restore: endpoint('POST /ruleset/{id}/restore', {
    summary: 'Create a draft with the rows of an earlier version',
    tag,
    access: edit,
    params: idParams,
    body: z.strictObject({ version: z.int(), note: noteSchema }),
    reply: inFullSchema,
  }),
  clone: endpoint('POST /ruleset/{id}/clone', {
    summary: 'Create a ruleset on the selected merchant with the rows of another',
    tag,
    access: edit,
    params: idParams,
    body: z.strictObject({
      name: z.string(),
      note: noteSchema,
      /** Without it the version that counts. */
      version: z.optional(z.int()),
    }),
    reply: inFullSchema,
  }),
  importRows: endpoint('POST /ruleset/{id}/import', {
    summary: 'Read rows from CSV or JSON; a bad row is named by its line and nothing is written',
    tag,
    access: edit,
    params: idParams,
    body: z.strictObject({
      ...step,
      format: z.enum(['csv', 'json']),
      content: z.string().check(z.maxLength(10_000_000)),
      mode: z.enum(['append', 'replace']),
      changeNote: noteSchema,
    }),
    reply: inFullSchema,
    heavy: true,
    bodyLimit,
  }),
  exportRows: endpoint('GET /ruleset/{id}/export', {
    summary: 'The rows of a version as CSV or JSON',
    tag,
    access: view,
    params: idParams,
    query: z.object({
      version: z.optional(intParam(1, 1_000_000)),
      format: z._default(z.enum(['csv', 'json']), 'csv'),
    }),
    reply: 'stream',
    heavy: true,
  }),
  lint: endpoint('POST /ruleset/lint', {
    summary: 'Check rows, saved or not',
    tag,
    access: view,
    body: z.strictObject({
      table: z.string().check(z.maxLength(40)),
      content,
    }),
    reply: findingsSchema,
    effect: 'read',
    bodyLimit,
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
      rows: z.optional(z.array(row).check(z.maxLength(mostTriedRows))),
    }),
    reply: circumstancesSchema,
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
            psps: z.optional(listOf(z.string())),
          }),
        ),
      ),
    }),
  }),
} as const
