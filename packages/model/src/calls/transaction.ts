import * as z from 'zod/mini'
import type { ExportQuery, ListQuery } from '../field/resource.ts'
import { named } from '../field/named.ts'
import { filterShape } from '../field/filter-schema.ts'
import { endpoint, intParam, pageOf, pageQuery, type Schema } from '../field/endpoint.ts'
import { lookedUpFilters, transactionFields, transactionFilters } from '../entities/transaction.ts'
import { storedShape } from '../field/field-schema.ts'
import { reasonsSchema } from './operation-reasons.ts'
import {
  attemptsSchema,
  decisionsSchema,
  moreShape,
  noteSchema,
  postingsSchema,
  relatedSchema,
  timelineSchema,
  transactionAuditSchema,
  userTotalsSchema,
} from './transaction-detail.ts'
import { externalCallsSchema } from './transaction-external.ts'

const optionsSchema = z.record(z.enum(lookedUpFilters), z.array(z.string()))
export type TransactionOptions = z.infer<typeof optionsSchema>

const rowShape = {
  ...storedShape(transactionFields),
  version: z.number(),
  masked: z.boolean(),
  allowedOps: z.array(z.string()),
}
const rowSchema = named('TransactionRow', z.object(rowShape))
const detailSchema = named('TransactionDetail', z.object({ ...rowShape, ...moreShape }))
export type TransactionDetail = z.infer<typeof detailSchema>

const filters = filterShape(transactionFilters)

const listQuery: Schema<ListQuery> = z.object({ ...pageQuery, ...filters })
const exportQuery: Schema<ExportQuery> = z.object({
  ...pageQuery,
  ...filters,
  format: z._default(z.enum(['csv', 'json']), 'csv'),
  columns: z.optional(z.string().check(z.maxLength(4000))),
})

const params = z.object({ id: intParam(1, Number.MAX_SAFE_INTEGER) })

const tag = 'Transactions'
/** Approvers see what waits for them and what they decided; that is narrowed where it is read. */
const access = ['transactions.view', 'approve.view'] as const
const detailAccess = 'transaction-detail.view'
/** Whoever decides about a payment says why. */
const noteAccess = ['transactions.note', 'approve.decide'] as const

export const transactionCalls = {
  list: endpoint('GET /transaction', {
    summary: 'Transactions in scope; by default those of today, without test users',
    tag,
    access,
    query: listQuery,
    reply: pageOf(rowSchema),
  }),
  options: endpoint('GET /transaction/options', {
    summary: 'PSPs, accounts, brands, categories, channels and tags to filter by',
    tag,
    access,
    reply: optionsSchema,
  }),
  export: endpoint('GET /transaction/export', {
    summary: 'The filtered rows, with the named columns in order',
    tag,
    access: 'transactions.export',
    query: exportQuery,
    reply: 'stream',
    heavy: true,
  }),
  get: endpoint('GET /transaction/{id}', {
    summary: 'One transaction',
    tag,
    access,
    params,
    reply: detailSchema,
  }),
  timeline: endpoint('GET /transaction/{id}/timeline', {
    summary: 'The events of a transaction, in order',
    tag,
    access,
    params,
    reply: timelineSchema,
  }),
  related: endpoint('GET /transaction/{id}/related', {
    summary: 'Related transactions',
    tag,
    access,
    params,
    reply: relatedSchema,
  }),
  userTotals: endpoint('GET /transaction/{id}/user', {
    summary: 'Deposits and withdrawals of its user so far',
    tag,
    access,
    params,
    reply: userTotalsSchema,
  }),
  attempts: endpoint('GET /transaction/{id}/attempt', {
    summary: 'Every submission to a PSP',
    tag,
    access: detailAccess,
    params,
    reply: attemptsSchema,
  }),
  decisions: endpoint('GET /transaction/{id}/decision', {
    summary: 'Every decision table that was evaluated, with its result at the time or with the current rules',
    tag,
    access: detailAccess,
    params,
    query: z.object({
      rules: z._default(z.enum(['then', 'today']), 'then'),
    }),
    reply: decisionsSchema,
  }),
  calls: endpoint('GET /transaction/{id}/call', {
    summary: 'Calls and callbacks, redacted; viewing them is recorded',
    tag,
    access: detailAccess,
    params,
    reply: externalCallsSchema,
  }),
  postings: endpoint('GET /transaction/{id}/posting', {
    summary: 'Its ledger entries',
    tag,
    access: detailAccess,
    params,
    reply: postingsSchema,
  }),
  audit: endpoint('GET /transaction/{id}/audit', {
    summary: 'Actions of users and API clients on it',
    tag,
    access: detailAccess,
    params,
    reply: transactionAuditSchema,
  }),
  reasons: endpoint('GET /transaction/{id}/reason', {
    summary: 'Reasons to choose from and amounts left for an operation',
    tag,
    access,
    params,
    reply: reasonsSchema,
  }),
  notes: endpoint('GET /transaction/{id}/note', {
    summary: 'Notes, the oldest first',
    tag,
    access,
    params,
    reply: z.object({ items: z.array(noteSchema) }),
  }),
  addNote: endpoint('POST /transaction/{id}/note', {
    summary: 'Add a note; @username notifies a colleague',
    tag,
    access: noteAccess,
    params,
    body: z.strictObject({
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
    }),
    reply: noteSchema,
  }),
  strikeNote: endpoint('POST /transaction/{id}/note/{noteId}/strike', {
    summary: 'Strike your own note; it stays readable',
    tag,
    access: noteAccess,
    params: z.object({
      id: intParam(1, Number.MAX_SAFE_INTEGER),
      noteId: z.uuid(),
    }),
    body: z.strictObject({}),
    reply: noteSchema,
  }),
}
