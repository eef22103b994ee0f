import * as z from 'zod/mini'
import { linkedColumns } from '../configuration/merchant-config-fields.ts'
import { storedShape } from '../field/field-schema.ts'
import { listOf } from '../field/list-of.ts'
import { oneOf } from '../field/one-of.ts'
import { wireMoneySchema } from '../money/money-schema.ts'
import { traceSchema } from '../rules/ruleset-reply.ts'
import { detailFields } from '../transaction/shapes.ts'
import { entrySchema } from './audit.ts'

const text = z.nullable(z.string())
const figure = z.nullable(z.number())
const money = z.nullable(wireMoneySchema)

const externalLink = z.object({ column: oneOf(linkedColumns), title: z.string(), url: z.string() })
export type ExternalLink = z.infer<typeof externalLink>

export const approvalSchema = z.object({
  level: z.number(),
  decision: z.string(),
  username: z.string(),
  at: z.string(),
  tagId: text,
  info: text,
  override: z.boolean(),
})
export type TransactionApproval = z.infer<typeof approvalSchema>

const transactionCase = z.object({
  id: z.string(),
  type: z.string(),
  state: z.string(),
  severity: z.string(),
  assignee: text,
  dueAt: z.string(),
})
export type TransactionCase = z.infer<typeof transactionCase>

/** What the open transaction shows beyond its row in the list. */
export const moreShape = {
  ...storedShape(detailFields),
  /** What people call the client that made it. */
  apiClientName: text,
  /** Where other systems show the same, as the merchant set it up. */
  externalLinks: z.array(externalLink),
  attributes: z.record(z.string(), z.string()),
  /** The platform is at work on it, or will be by itself. */
  working: z.boolean(),
  approvals: z.array(approvalSchema),
  openCase: z.nullable(transactionCase),
}

const timelineEvent = z.object({
  seq: z.number(),
  at: z.string(),
  type: z.string(),
  step: text,
  fromNo: figure,
  toNo: z.number(),
  actor: z.string(),
  summary: z.string(),
  durationMs: figure,
})
/** One thing that happened, in order. */
export type TimelineEvent = z.infer<typeof timelineEvent>

export const timelineSchema = z.object({
  events: z.array(timelineEvent),
})

const attemptView = z.object({
  no: z.number(),
  reason: z.string(),
  action: z.string(),
  psp: z.string(),
  pspAccount: z.string(),
  pspVersion: text,
  amount: wireMoneySchema,
  ruleRef: text,
  requestedAt: z.string(),
  answeredAt: text,
  latencyMs: figure,
  outcome: text,
  statusNo: figure,
  pspRefId: text,
  pspStatusCode: text,
  pspStatusMessage: text,
  retryable: z.nullable(z.boolean()),
})
/** One submission to a PSP. */
export type AttemptView = z.infer<typeof attemptView>

export const attemptsSchema = z.object({
  attempts: z.array(attemptView),
})

const relatedTransaction = z.object({
  id: z.number(),
  originTxId: figure,
  txType: z.string(),
  method: z.string(),
  state: z.string(),
  statusCodeNo: z.number(),
  amount: wireMoneySchema,
  created: z.string(),
  psp: text,
})
/** A member of the family of a payment: itself, what it came from, what followed from it. */
export type RelatedTransaction = z.infer<typeof relatedTransaction>

export const relatedSchema = z.object({
  items: z.array(relatedTransaction),
})

export const userTotalsSchema = z.object({
  firstSeen: text,
  lastSeen: text,
  capped: z.boolean(),
  methods: z.array(
    z.object({
      method: z.string(),
      currency: z.string(),
      successful: z.number(),
      failed: z.number(),
      total: wireMoneySchema,
    }),
  ),
  accounts: z.number(),
  /** Successful payments in each of the last twelve months, the oldest first; nothing where there are none at all. */
  months: z.array(z.object({ month: z.string(), deposits: z.number(), withdrawals: z.number() })),
})
/** What the user has done at this merchant so far, counted no further than `capped` says. */
export type UserTotals = z.infer<typeof userTotalsSchema>

const transactionDecision = z.object({
  seq: z.number(),
  at: z.string(),
  step: z.string(),
  table: z.string(),
  title: z.string(),
  route: z.string(),
  outcome: z.string(),
  hits: listOf(z.string()),
  versions: listOf(z.string()),
  /** The exchange rates that amounts were converted by then. */
  rates: listOf(
    z.object({
      id: z.string(),
      base: z.string(),
      quote: z.string(),
      buy: z.string(),
      sell: z.string(),
      validFrom: z.string(),
      source: z.enum(['MANUAL', 'IMPORTED']),
      service: z.string(),
    }),
  ),
  /** Null when a version that decided is not there any more. */
  trace: z.nullable(traceSchema),
  /** Whether the tables say today what was stored then. */
  agrees: z.nullable(z.boolean()),
})
/** A table that was asked about the payment: what was stored then, and why, worked out again now. */
export type TransactionDecision = z.infer<typeof transactionDecision>

export const decisionsSchema = z.object({
  decisions: z.array(transactionDecision),
})

const postingEntry = z.object({
  id: z.string(),
  at: z.string(),
  valueDate: z.string(),
  eventType: z.string(),
  description: z.string(),
  reversalOf: text,
  lines: z.array(z.object({ account: z.string(), debit: money, credit: money })),
})
export type PostingEntry = z.infer<typeof postingEntry>

export const postingsSchema = z.object({
  entries: z.array(postingEntry),
})

export const noteSchema = z.object({
  id: z.string(),
  author: z.string(),
  at: z.string(),
  text: z.string(),
  /** Taken back, and still there to be read. */
  struckAt: text,
  mine: z.boolean(),
})
export type TransactionNote = z.infer<typeof noteSchema>

const auditEntry = z.pick(entrySchema, {
  chainId: true,
  seq: true,
  at: true,
  actorName: true,
  actorType: true,
  action: true,
  result: true,
  errorCode: true,
  note: true,
  diff: true,
})
export type TransactionAuditEntry = z.infer<typeof auditEntry>

export const transactionAuditSchema = z.object({ items: z.array(auditEntry) })
