import * as z from 'zod/mini'
import type { ExportQuery, ListQuery } from '../field/resource.ts'
import { named } from '../field/named.ts'
import { filterShape } from '../field/filter-schema.ts'
import { endpoint, intParam, pageOf, pageQuery, type Schema } from '../field/endpoint.ts'
import { approvalFields, approvalFilters } from '../entities/approval.ts'
import { approvalQueues } from '../entities/transaction.ts'
import { storedShape } from '../field/field-schema.ts'
import { wireMoneySchema } from '../money/money-schema.ts'
import { oneOf } from '../field/one-of.ts'
import { decisionNames } from '../payments/approval-rules.ts'
import { approvalSchema, noteSchema } from './transaction-detail.ts'

const text = z.nullable(z.string())
const figure = z.nullable(z.number())

const rowShape = {
  ...storedShape(approvalFields),
  version: z.number(),
  masked: z.boolean(),
  allowed: z.array(z.enum(decisionNames)),
  obstacles: z.partialRecord(z.enum(decisionNames), z.string()),
  redFlags: z.array(z.string()),
}
const rowSchema = named('ApprovalRow', z.object(rowShape))

const moneyShape = z.object({
  firstSeen: text,
  deposits: z.number(),
  depositSum: wireMoneySchema,
  withdrawals: z.number(),
  withdrawalSum: wireMoneySchema,
  refunds: z.number(),
  refundSum: wireMoneySchema,
  chargebacks: z.number(),
  chargebackSum: wireMoneySchema,
  net: wireMoneySchema,
  declined: z.number(),
  /** Only the newest payments were counted. */
  capped: z.boolean(),
})
/** What the user has paid in and out, in the merchant's base currency. */
export type UserMoney = z.infer<typeof moneyShape>

const signal = z.object({
  code: z.string(),
  tone: z.enum(['negative', 'attention', 'positive']),
  text: z.string(),
})
/** Something an approver should not overlook. */
export type Signal = z.infer<typeof signal>

const instrumentEvidence = z.object({
  masked: text,
  holder: text,
  status: text,
  verification: text,
  firstUsed: text,
  deposits: z.number(),
  holdUntil: text,
})
export type InstrumentEvidence = z.infer<typeof instrumentEvidence>

const sharingUser = z.object({
  merchantId: z.number(),
  userId: z.string(),
  status: z.string(),
  lastUsed: text,
  payments: z.number(),
})
export type SharingUser = z.infer<typeof sharingUser>

const askingRule = z.object({ ref: z.string(), name: text, route: z.string() })
/** A row of the table of approvals that asked for this one. */
export type AskingRule = z.infer<typeof askingRule>

const pastPayment = z.object({
  id: z.number(),
  created: z.string(),
  txType: z.string(),
  state: z.string(),
  amount: wireMoneySchema,
  account: text,
})

const pastDecision = z.object({
  txId: z.number(),
  level: z.number(),
  decision: z.string(),
  username: z.string(),
  at: z.string(),
  info: text,
})
export type PastDecision = z.infer<typeof pastDecision>

const sheetSchema = z.object({
  ...rowShape,
  bankCountry: text,
  city: text,
  deviceId: text,
  ipAddr: text,
  approvalTags: z.array(z.string()),
  /** Why a person must look at it although no rule of approval says so. */
  review: z.array(z.string()),
  signals: z.array(signal),
  money: moneyShape,
  instrument: z.nullable(instrumentEvidence),
  sharing: z.array(sharingUser),
  kyc: z.nullable(
    z.object({
      provider: z.string(),
      at: z.string(),
      status: z.string(),
      ageStatus: text,
      idStatus: text,
      addressStatus: text,
      warnings: z.array(z.string()),
      score: figure,
    }),
  ),
  fraudProvider: text,
  rules: z.array(askingRule),
  approvals: z.array(approvalSchema),
  /** Holds, delays and what else happened while it waited. */
  steps: z.array(z.object({ at: z.string(), actor: z.string(), summary: z.string() })),
  recent: z.array(pastPayment),
  pastDecisions: z.array(pastDecision),
  notes: z.array(noteSchema),
})
/** Everything that helps to decide about one payment. */
export type DecisionSheet = z.infer<typeof sheetSchema>

const { mine: _decided, ...waitingQueues } = approvalQueues

const queueCount = z.object({
  queue: oneOf(waitingQueues),
  waiting: z.number(),
  late: z.number(),
  /** Since when the oldest of them waits. */
  oldest: text,
  /** What they come to, per base currency. */
  worth: z.array(wireMoneySchema),
  /** Those that the clock approves within the next hour, unless somebody decides before. */
  approvedByClock: z.number(),
})
/** What waits in one queue. */
export type QueueCount = z.infer<typeof queueCount>

export const queuesSchema = named(
  'ApprovalQueues',
  z.object({
    queues: z.array(queueCount),
  }),
)

const filters = filterShape(approvalFilters)
const listQuery: Schema<ListQuery> = z.object({ ...pageQuery, ...filters })
const exportQuery: Schema<ExportQuery> = z.object({
  ...pageQuery,
  ...filters,
  format: z._default(z.enum(['csv', 'json']), 'csv'),
  columns: z.optional(z.string().check(z.maxLength(4000))),
})

const tag = 'Approvals'
const access = 'approve.view'

export const approvalCalls = {
  list: endpoint('GET /approval', {
    summary: 'One approval queue, the most urgent first',
    tag,
    access,
    query: listQuery,
    reply: pageOf(rowSchema),
  }),
  export: endpoint('GET /approval/export', {
    summary: 'The queue as a file, the named columns in order',
    tag,
    access: 'transactions.export',
    query: exportQuery,
    reply: 'stream',
    heavy: true,
  }),
  queues: endpoint('GET /approval/queue', {
    summary: 'Waiting and late payments per queue',
    tag,
    access,
    reply: queuesSchema,
  }),
  sheet: endpoint('GET /approval/{id}', {
    summary: 'One payment with the evidence for its decision',
    tag,
    access,
    params: z.object({ id: intParam(1, Number.MAX_SAFE_INTEGER) }),
    reply: sheetSchema,
  }),
}
