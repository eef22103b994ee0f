import { statusBands } from '../reference/status-codes.ts'
import { seenText } from '../text/seen-text.ts'
import { texts } from '../text/texts.ts'
import * as z from 'zod/mini'
import { bulkReply, type ExportQuery, type ListQuery } from '../field/resource.ts'
import { named } from '../field/named.ts'
import { filterShape } from '../field/filter-schema.ts'
import { endpoint, intParam, pageOf, pageQuery, type Schema } from '../field/endpoint.ts'
import { caseFilters } from '../entities/case.ts'
import { caseOutcomes, caseStates, closingResolutions } from '../investigation/case.ts'
import { largestCaseFile } from '../investigation/case-file.ts'
import { oneOf } from '../field/one-of.ts'
import { wireMoneySchema } from '../money/money-schema.ts'
import { caseRowSchema, movedQuery, outcomesSchema, sheetSchema } from './case-sheet.ts'

const filters = filterShape(caseFilters)
const listQuery: Schema<ListQuery> = z.object({ ...pageQuery, ...filters })
const exportQuery: Schema<ExportQuery> = z.object({
  ...pageQuery,
  ...filters,
  format: z._default(z.enum(['csv', 'json']), 'csv'),
  columns: z.optional(z.string().check(z.maxLength(4000))),
})

const params = z.object({ id: z.uuid() })
const isWritten = z.refine<string>((text) => seenText(text).length >= 3, texts.tooShort)
const longText = z.string().check(z.trim(), isWritten, z.maxLength(2000))
const person = z.uuid()
const versionShape = { version: z.int() }
const versionSchema = named('CaseVersion', z.strictObject(versionShape))
const textSchema = named('CaseText', z.strictObject({ ...versionShape, text: longText }))

export const longestCaseText = 2000
/** What a decision about a payment rests on. */
export const longestEvidence = 200
const maxCasesAtOnce = 200

/** Four characters carry three bytes, and the name and the braces around it need room. */
const fileBodyLimit = Math.ceil(largestCaseFile / 3) * 4 + 512 * 1024

const resolveSchema = z.strictObject({
  ...versionShape,
  /**
   * The status of the payment, as the person saw it. Its version would not do: that changes whenever the PSP is asked
   * again and has nothing new to say.
   */
  txStatusNo: z.int(),
  outcome: z.enum(caseOutcomes),
  /** What shows that it is so. */
  evidence: z.string().check(z.trim(), isWritten, z.maxLength(longestEvidence)),
  /** Where it can be seen: the PSP's reference, a ticket, a line of a statement. */
  reference: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  tagId: z.optional(z.string().check(z.maxLength(50))),
  statusNo: z.optional(z.int().check(z.gte(statusBands.FAILED.first), z.lte(statusBands.FAILED.last))),
  sendToMerchant: z.optional(z.boolean()),
  /** What the PSP moved, where it is not what it was asked for. */
  amount: z.optional(wireMoneySchema),
})
export type ResolveCaseBody = z.infer<typeof resolveSchema>

const changedSchema = named(
  'ChangedCase',
  z.object({
    id: z.string(),
    version: z.number(),
    state: oneOf(caseStates),
  }),
)
/** The case after something was done about it. */
export type ChangedCase = z.infer<typeof changedSchema>

export const waitingFor = ['PSP', 'MERCHANT', 'NOBODY'] as const

const bulkNames = ['take', 'assign', 'unassign'] as const
export type BulkCaseAction = (typeof bulkNames)[number]

const tag = 'Investigations'
const [view, edit, decide] = ['investigate.view', 'investigate.edit', 'investigate.decide'] as const

export const caseCalls = {
  list: endpoint('GET /case', {
    summary: 'Cases in scope; by default those that are not resolved',
    tag,
    access: view,
    query: listQuery,
    reply: pageOf(caseRowSchema),
  }),
  export: endpoint('GET /case/export', {
    summary: 'The filtered rows, with the named columns in order',
    tag,
    access: view,
    query: exportQuery,
    reply: 'stream',
    heavy: true,
  }),
  options: endpoint('GET /case/options', {
    summary: 'PSPs to filter by, and people cases can be assigned to',
    tag,
    access: view,
    reply: z.object({
      psp: z.array(z.string()),
      people: z.array(z.object({ id: z.string(), username: z.string(), name: z.string() })),
    }),
  }),
  get: endpoint('GET /case/{id}', {
    summary: 'One case with its facts, suspected causes and comments',
    tag,
    access: view,
    params,
    reply: sheetSchema,
  }),
  outcomes: endpoint('GET /case/{id}/outcome', {
    summary: 'What each decision would book and send to the merchant; writes nothing',
    tag,
    access: view,
    params,
    query: movedQuery,
    reply: outcomesSchema,
  }),
  open: endpoint('POST /case', {
    summary: 'Open a case about a transaction',
    tag,
    access: edit,
    body: z.strictObject({
      txId: z.int().check(z.gte(1)),
      text: longText,
    }),
    reply: changedSchema,
  }),
  bulk: endpoint('POST /case/bulk', {
    summary: 'Take, assign or unassign many cases, each on its own',
    tag,
    access: decide,
    body: z.strictObject({
      operation: z.enum(bulkNames),
      ids: z
        .array(z.strictObject({ id: z.uuid(), version: z.int() }))
        .check(z.minLength(1), z.maxLength(maxCasesAtOnce)),
      params: z.optional(z.strictObject({ assigneeId: z.optional(person) })),
    }),
    reply: bulkReply,
  }),
  take: endpoint('POST /case/{id}/take', {
    summary: 'Assign a case to yourself',
    tag,
    access: decide,
    params,
    body: versionSchema,
    reply: changedSchema,
  }),
  assign: endpoint('POST /case/{id}/assign', {
    summary: 'Assign a case to someone',
    tag,
    access: 'investigate.assign',
    params,
    body: z.strictObject({ ...versionShape, assigneeId: person }),
    reply: changedSchema,
  }),
  unassign: endpoint('POST /case/{id}/unassign', {
    summary: 'Unassign a case',
    tag,
    access: decide,
    params,
    body: versionSchema,
    reply: changedSchema,
  }),
  wait: endpoint('POST /case/{id}/wait', {
    summary: 'Set whose answer a case is waiting for',
    tag,
    access: decide,
    params,
    body: z.strictObject({ ...versionShape, for: z.enum(waitingFor) }),
    reply: changedSchema,
  }),
  comment: endpoint('POST /case/{id}/comment', {
    summary: 'Add a comment; this cannot be undone',
    tag,
    access: edit,
    params,
    body: z.strictObject({ text: longText }),
    reply: changedSchema,
  }),
  addFile: endpoint('POST /case/{id}/file', {
    summary:
      'Add evidence as a file, in base64: PDF, PNG or CSV by its content, at most 10 MB; this cannot be undone',
    tag,
    access: edit,
    params,
    body: z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(255)),
      content: z.string().check(z.minLength(1)),
    }),
    bodyLimit: fileBodyLimit,
    reply: changedSchema,
  }),
  file: endpoint('GET /case/{id}/file/{fileId}', {
    summary: 'One file of a case as it was added',
    tag,
    access: view,
    params: z.object({ id: z.uuid(), fileId: z.uuid() }),
    reply: 'stream',
  }),
  resolve: endpoint('POST /case/{id}/resolve', {
    summary: 'Decide the outcome of an inconsistent payment, with evidence',
    tag,
    access: decide,
    params,
    body: resolveSchema,
    reply: changedSchema,
    movesMoney: true,
  }),
  attach: endpoint('POST /case/{id}/attach', {
    summary: 'Attach a callback to a transaction and apply it',
    tag,
    access: decide,
    params,
    body: z.strictObject({
      ...versionShape,
      txId: intParam(1, Number.MAX_SAFE_INTEGER),
      text: longText,
    }),
    reply: changedSchema,
    movesMoney: true,
  }),
  apply: endpoint('POST /case/{id}/apply', {
    summary: 'Apply a callback again that could not be booked when it came',
    tag,
    access: decide,
    params,
    body: textSchema,
    reply: changedSchema,
    movesMoney: true,
  }),
  book: endpoint('POST /case/{id}/book', {
    summary:
      'Book a callback for more than is left of the payment: the amount left as reported, the rest as a difference. Large amounts need a second person, who makes the same call',
    tag,
    access: decide,
    params,
    body: textSchema,
    reply: changedSchema,
    movesMoney: true,
  }),
  dismiss: endpoint('POST /case/{id}/dismiss', {
    summary: 'Dismiss a callback that belongs to no payment here',
    tag,
    access: decide,
    params,
    body: textSchema,
    reply: changedSchema,
  }),
  close: endpoint('POST /case/{id}/close', {
    summary: 'Close a case whose payment is final',
    tag,
    access: decide,
    params,
    body: z.strictObject({
      ...versionShape,
      resolution: z.enum(closingResolutions),
      text: longText,
    }),
    reply: changedSchema,
  }),
  reopen: endpoint('POST /case/{id}/reopen', {
    summary: 'Reopen a resolved case',
    tag,
    access: decide,
    params,
    body: textSchema,
    reply: changedSchema,
  }),
}
