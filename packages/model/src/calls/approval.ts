import * as z from 'zod/mini'
import { named } from '../named.ts'
import { filterShape } from '../filter-schema.ts'
import { endpoint, intParam, pageOf, pageQuery, type Schema } from '../endpoint.ts'
import { approvalFields, approvalFilters, type ApprovalRow } from '../entities/approval.ts'
import type { ApprovalQueue } from '../entities/transaction.ts'
import { storedSchema } from '../field-schema.ts'
import type { Field } from '../field.ts'
import { wireMoneySchema, type WireMoney } from '../money/money-schema.ts'
import type { ListQuery } from '../resource.ts'
import { noteSchema, type TransactionApproval, type TransactionNote } from './transaction-detail.ts'

/** Something an approver should not overlook. */
export interface Signal {
  readonly code: string
  readonly tone: 'negative' | 'attention' | 'positive'
  readonly text: string
}

/** What the user has paid in and out, in the merchant's base currency. */
export interface UserMoney {
  readonly firstSeen: string | null
  readonly deposits: number
  readonly depositSum: WireMoney
  readonly withdrawals: number
  readonly withdrawalSum: WireMoney
  readonly refunds: number
  readonly refundSum: WireMoney
  readonly chargebacks: number
  readonly chargebackSum: WireMoney
  readonly net: WireMoney
  readonly declined: number
  /** Only the newest payments were counted. */
  readonly capped: boolean
}

export interface InstrumentEvidence {
  readonly masked: string | null
  readonly holder: string | null
  readonly status: string | null
  readonly verification: string | null
  readonly firstUsed: string | null
  readonly deposits: number
  readonly holdUntil: string | null
}

export interface SharingUser {
  readonly merchantId: number
  readonly userId: string
  readonly status: string
  readonly lastUsed: string | null
  readonly payments: number
}

interface PastPayment {
  readonly id: number
  readonly created: string
  readonly txType: string
  readonly state: string
  readonly amount: WireMoney
  readonly account: string | null
}

export interface PastDecision {
  readonly txId: number
  readonly level: number
  readonly decision: string
  readonly username: string
  readonly at: string
  readonly info: string | null
}

/** A row of the table of approvals that asked for this one. */
export interface AskingRule {
  readonly ref: string
  readonly name: string | null
  readonly route: string
}

/** Everything that helps to decide about one payment. */
export interface DecisionSheet extends ApprovalRow {
  readonly bankCountry: string | null
  readonly city: string | null
  readonly deviceId: string | null
  readonly ipAddr: string | null
  readonly approvalTags: readonly string[]
  /** Why a person must look at it although no rule of approval says so. */
  readonly review: readonly string[]
  readonly signals: readonly Signal[]
  readonly money: UserMoney
  readonly instrument: InstrumentEvidence | null
  readonly sharing: readonly SharingUser[]
  readonly kyc: {
    readonly provider: string
    readonly at: string
    readonly status: string
    readonly ageStatus: string | null
    readonly idStatus: string | null
    readonly addressStatus: string | null
    readonly warnings: readonly string[]
    readonly score: number | null
  } | null
  readonly fraudProvider: string | null
  readonly rules: readonly AskingRule[]
  readonly approvals: readonly TransactionApproval[]
  /** Holds, delays and what else happened while it waited. */
  readonly steps: readonly { readonly at: string; readonly actor: string; readonly summary: string }[]
  readonly recent: readonly PastPayment[]
  readonly pastDecisions: readonly PastDecision[]
  readonly notes: readonly TransactionNote[]
}

const text = z.nullable(z.string())
const figure = z.nullable(z.number())

const rowShape = {
  ...Object.fromEntries(
    Object.entries<Field>(approvalFields).map(([name, field]) => [name, storedSchema(field)]),
  ),
  version: z.number(),
  masked: z.boolean(),
  allowed: z.array(z.string()),
  obstacles: z.record(z.string(), z.string()),
  redFlags: z.array(z.string()),
}
const rowSchema = named('ApprovalRow', z.object(rowShape)) as unknown as Schema<ApprovalRow>

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
  capped: z.boolean(),
})

const sheetSchema = z.object({
  ...rowShape,
  bankCountry: text,
  city: text,
  deviceId: text,
  ipAddr: text,
  approvalTags: z.array(z.string()),
  review: z.array(z.string()),
  signals: z.array(
    z.object({ code: z.string(), tone: z.enum(['negative', 'attention', 'positive']), text: z.string() }),
  ),
  money: moneyShape,
  instrument: z.nullable(
    z.object({
      masked: text,
      holder: text,
      status: text,
      verification: text,
      firstUsed: text,
      deposits: z.number(),
      holdUntil: text,
    }),
  ),
  sharing: z.array(
    z.object({
      merchantId: z.number(),
      userId: z.string(),
      status: z.string(),
      lastUsed: text,
      payments: z.number(),
    }),
  ),
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
  rules: z.array(z.object({ ref: z.string(), name: text, route: z.string() })),
  approvals: z.array(
    z.object({
      level: z.number(),
      decision: z.string(),
      username: z.string(),
      at: z.string(),
      tagId: text,
      info: text,
      override: z.boolean(),
    }),
  ),
  steps: z.array(z.object({ at: z.string(), actor: z.string(), summary: z.string() })),
  recent: z.array(
    z.object({
      id: z.number(),
      created: z.string(),
      txType: z.string(),
      state: z.string(),
      amount: wireMoneySchema,
      account: text,
    }),
  ),
  pastDecisions: z.array(
    z.object({
      txId: z.number(),
      level: z.number(),
      decision: z.string(),
      username: z.string(),
      at: z.string(),
      info: text,
    }),
  ),
  notes: z.array(noteSchema as unknown as z.ZodMiniType),
}) as unknown as Schema<DecisionSheet>

/** What waits in one queue. */
export interface QueueCount {
  readonly queue: Exclude<ApprovalQueue, 'mine'>
  readonly waiting: number
  readonly late: number
  /** Since when the oldest of them waits. */
  readonly oldest: string | null
  /** What they come to, per base currency. */
  readonly worth: readonly WireMoney[]
}

export const queuesSchema = named(
  'ApprovalQueues',
  z.object({
    queues: z.array(
      z.object({
        queue: z.string(),
        waiting: z.number(),
        late: z.number(),
        oldest: text,
        worth: z.array(wireMoneySchema),
      }),
    ),
  }),
) as unknown as Schema<{ queues: QueueCount[] }>

const filters = filterShape(approvalFilters)
const listQuery = z.object({ ...pageQuery, ...filters }) as unknown as Schema<ListQuery>
const exportQuery = z.object({
  ...pageQuery,
  ...filters,
  format: z._default(z.enum(['csv', 'json']), 'csv'),
  columns: z.optional(z.string().check(z.maxLength(4000))),
}) as unknown as Schema<ListQuery & { format: 'csv' | 'json'; columns?: string }>

const tag = 'Approvals'
const access = 'approve.view'

export const approvalCalls = {
  list: endpoint('GET /approval', {
    summary: 'One queue of the approval desk, what is due first before the others',
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
    summary: 'How much waits in each queue, and how much of it is late',
    tag,
    access,
    reply: queuesSchema,
  }),
  sheet: endpoint('GET /approval/{id}', {
    summary: 'One payment with everything that helps to decide about it',
    tag,
    access,
    params: z.object({ id: intParam(1, Number.MAX_SAFE_INTEGER) }) as unknown as Schema<{ id: number }>,
    reply: sheetSchema,
  }),
}
