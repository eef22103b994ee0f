import * as z from 'zod/mini'
import { texts } from '../text/texts.ts'
import { decisionTableCalls } from './decision-table.ts'
import { rulesEdit, rulesView } from './rules-access.ts'
import { endpoint, idParams, intParam, pageOf, pageQuery } from '../field/endpoint.ts'
import { noteSchema } from '../field/entity-schema.ts'
import { named } from '../field/named.ts'
import { changesSchema, contentSchema, rowsBodyLimit } from '../rules/ruleset-content-schema.ts'
import {
  assessmentSchema,
  pastRevisionSchema,
  revisionSchema,
  summarySchema,
} from '../rules/ruleset-reply.ts'
import { versionStates } from '../rules/ruleset.ts'

const view = rulesView
const edit = rulesEdit

const tag = 'Rules'
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

const headsSchema = named(
  'RulesetHeads',
  z.object({
    summary: summarySchema,
    active: z.nullable(pastRevisionSchema),
    open: z.nullable(pastRevisionSchema),
  }),
)
/** The same without rows: whoever sent the changes has them, and ten thousand are megabytes. */
export type RulesetHeads = z.infer<typeof headsSchema>

/** As long as a note; several may follow each other. */
const commentText = z.string().check(z.trim(), z.minLength(1, texts.required), z.maxLength(1_000))
const mostRowId = 100

const commentSchema = named(
  'RuleComment',
  z.object({
    id: z.string(),
    version: z.number(),
    /** Null: about the change as a whole. */
    rowId: z.nullable(z.string()),
    text: z.string(),
    author: z.string(),
    at: z.string(),
  }),
)
/** What somebody says about a row of a version. */
export type RuleComment = Readonly<z.infer<typeof commentSchema>>

/** A move of the open version names the revision the person has seen, so that nobody approves what they did not read. */
const step = { version: z.int(), revision: z.int() }
const stepBody = named('RulesetStep', z.strictObject({ ...step, note: z.optional(noteSchema) }))
const stepWithReason = named('RulesetStepWithReason', z.strictObject({ ...step, note: noteSchema }))

const listQuery = z.object({
  ...pageQuery,
  category: z.optional(z.string().check(z.maxLength(40))),
  state: z.optional(z.enum(versionStates)),
  keyword: z.optional(z.string().check(z.maxLength(200))),
})

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
      content: contentSchema,
      changeNote: noteSchema,
    }),
    reply: inFullSchema,
    bodyLimit: rowsBodyLimit,
  }),
  save: endpoint('PUT /ruleset/{id}', {
    summary: 'Save changes as a draft, or begin one with them; the answer has no rows, see GET /ruleset/{id}',
    tag,
    access: edit,
    params: idParams,
    body: z.strictObject({
      /** What the person started from: the version, and its revision. */
      ...step,
      changes: changesSchema,
      changeNote: noteSchema,
      /** The active version these changes merge into the draft, when another became active since it was started. */
      basedOn: z.optional(z.int()),
    }),
    reply: headsSchema,
    bodyLimit: rowsBodyLimit,
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
    summary:
      'Approve what somebody else prepared; with the last approval it becomes active now or on its date',
    tag,
    access: edit,
    params: idParams,
    body: stepBody,
    reply: inFullSchema,
  }),
  assessment: endpoint('GET /ruleset/{id}/assessment', {
    summary: 'What the draft does to payments and how many people have to approve it',
    tag,
    access: view,
    params: idParams,
    reply: assessmentSchema,
    computes: true,
  }),
  breakGlass: endpoint('POST /ruleset/{id}/break-glass', {
    summary:
      'Activate a draft that only tightens at once; reverted unless someone else confirms it in 24 hours',
    tag,
    access: edit,
    params: idParams,
    body: stepWithReason,
    reply: inFullSchema,
  }),
  confirm: endpoint('POST /ruleset/{id}/confirm', {
    summary: 'Confirm a version that someone else activated in an emergency',
    tag,
    access: edit,
    params: idParams,
    body: stepBody,
    reply: inFullSchema,
  }),
  revert: endpoint('POST /ruleset/{id}/revert', {
    summary: 'Bring back the version before an emergency change',
    tag,
    access: edit,
    params: idParams,
    body: stepWithReason,
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
  comments: endpoint('GET /ruleset/{id}/comment', {
    summary: 'Comments on a version of a ruleset, the oldest first',
    tag,
    access: view,
    params: idParams,
    query: z.object({ version: intParam(1, 1_000_000) }),
    reply: z.object({ items: z.array(commentSchema) }),
  }),
  comment: endpoint('POST /ruleset/{id}/comment', {
    summary: 'Comment on a row of a version, or on all of it; its authors and earlier commenters are told',
    tag,
    access: edit,
    params: idParams,
    body: z.strictObject({
      version: z.int().check(z.gte(1)),
      rowId: z.nullable(z.string().check(z.minLength(1), z.maxLength(mostRowId))),
      text: commentText,
    }),
    reply: commentSchema,
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
    bodyLimit: rowsBodyLimit,
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
  ...decisionTableCalls,
} as const
