import * as z from 'zod/mini'
import type { LinkedColumn } from '../configuration/merchant-config.ts'
import type { Schema } from '../endpoint.ts'
import type { WireMoney } from '../money/money-schema.ts'
import { wireMoneySchema } from '../money/money-schema.ts'
import type { RateRow } from '../money/rates.ts'
import type { TableTrace } from '../rules/trace.ts'
import type { AuditEntry } from './audit.ts'

const text = z.nullable(z.string())
const figure = z.nullable(z.number())
const money = z.nullable(wireMoneySchema)

/** What the open transaction shows beyond its row in the list. */
export interface TransactionMore {
  readonly rootTxId: number | null
  readonly apiClientId: string | null
  /** What people call the client that made it. */
  readonly apiClientName: string | null
  /** Where other systems show the same, as the merchant set it up. */
  readonly externalLinks: readonly ExternalLink[]
  readonly merchantErrCode: string | null
  readonly merchantErrMsg: string | null
  readonly feeMode: string | null
  readonly feeBillTo: string | null
  readonly vatRatePpm: number | null
  readonly taxCode: string | null
  readonly fxRate: string | null
  readonly fxAppliedRate: string | null
  readonly fxMarginPpm: number | null
  readonly refundingAmount: WireMoney | null
  readonly userLocale: string | null
  readonly mobile: string | null
  readonly dob: string | null
  readonly city: string | null
  readonly accountId: string | null
  readonly cardType: string | null
  readonly cardCategory: string | null
  readonly cardExpiry: string | null
  readonly bankCountry: string | null
  readonly userAgent: string | null
  readonly deviceId: string | null
  readonly initiatedPspAccount: string | null
  readonly authType: string | null
  readonly maintenanceId: string | null
  readonly threeDsType: string | null
  readonly threeDsVersion: string | null
  readonly threeDsStatus: string | null
  readonly threeDsEci: string | null
  readonly threeDsExemption: string | null
  readonly fraudProvider: string | null
  readonly merchantKycStatus: string | null
  readonly approvalQueue: string | null
  readonly approvalTags: string[]
  readonly verifiedAt: string | null
  readonly authorizedAt: string | null
  readonly pspSentAt: string | null
  readonly pspAnsweredAt: string | null
  readonly capturedAt: string | null
  readonly captureDueAt: string | null
  /** Until when the PSP keeps the reserved money for us. */
  readonly captureUntil: string | null
  readonly gdprErasedAt: string | null
  readonly attributes: Readonly<Record<string, string>>
  /** The platform is at work on it, or will be by itself. */
  readonly working: boolean
  readonly approvals: readonly TransactionApproval[]
  readonly openCase: TransactionCase | null
}

export interface ExternalLink {
  readonly column: LinkedColumn
  readonly title: string
  readonly url: string
}

export interface TransactionApproval {
  readonly level: number
  readonly decision: string
  readonly username: string
  readonly at: string
  readonly tagId: string | null
  readonly info: string | null
  readonly override: boolean
}

export interface TransactionCase {
  readonly id: string
  readonly type: string
  readonly state: string
  readonly severity: string
  readonly assignee: string | null
  readonly dueAt: string
}

export const moreShape = {
  rootTxId: figure,
  apiClientId: text,
  apiClientName: text,
  externalLinks: z.array(z.object({ column: z.string(), title: z.string(), url: z.string() })),
  merchantErrCode: text,
  merchantErrMsg: text,
  feeMode: text,
  feeBillTo: text,
  vatRatePpm: figure,
  taxCode: text,
  fxRate: text,
  fxAppliedRate: text,
  fxMarginPpm: figure,
  refundingAmount: money,
  userLocale: text,
  mobile: text,
  dob: text,
  city: text,
  accountId: text,
  cardType: text,
  cardCategory: text,
  cardExpiry: text,
  bankCountry: text,
  userAgent: text,
  deviceId: text,
  initiatedPspAccount: text,
  authType: text,
  maintenanceId: text,
  threeDsType: text,
  threeDsVersion: text,
  threeDsStatus: text,
  threeDsEci: text,
  threeDsExemption: text,
  fraudProvider: text,
  merchantKycStatus: text,
  approvalQueue: text,
  approvalTags: z.array(z.string()),
  verifiedAt: text,
  authorizedAt: text,
  pspSentAt: text,
  pspAnsweredAt: text,
  capturedAt: text,
  captureDueAt: text,
  captureUntil: text,
  gdprErasedAt: text,
  attributes: z.record(z.string(), z.string()),
  working: z.boolean(),
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
  openCase: z.nullable(
    z.object({
      id: z.string(),
      type: z.string(),
      state: z.string(),
      severity: z.string(),
      assignee: text,
      dueAt: z.string(),
    }),
  ),
}

/** One thing that happened, in order. */
export interface TimelineEvent {
  readonly seq: number
  readonly at: string
  readonly type: string
  readonly step: string | null
  readonly fromNo: number | null
  readonly toNo: number
  readonly actor: string
  readonly summary: string
  readonly durationMs: number | null
}

export const timelineSchema = z.object({
  events: z.array(
    z.object({
      seq: z.number(),
      at: z.string(),
      type: z.string(),
      step: text,
      fromNo: figure,
      toNo: z.number(),
      actor: z.string(),
      summary: z.string(),
      durationMs: figure,
    }),
  ),
}) as unknown as Schema<{ events: TimelineEvent[] }>

/** One submission to a PSP. */
export interface AttemptView {
  readonly no: number
  readonly reason: string
  readonly action: string
  readonly psp: string
  readonly pspAccount: string
  readonly pspVersion: string | null
  readonly amount: WireMoney
  readonly ruleRef: string | null
  readonly requestedAt: string
  readonly answeredAt: string | null
  readonly latencyMs: number | null
  readonly outcome: string | null
  readonly statusNo: number | null
  readonly pspRefId: string | null
  readonly pspStatusCode: string | null
  readonly pspStatusMessage: string | null
  readonly retryable: boolean | null
}

export const attemptsSchema = z.object({
  attempts: z.array(
    z.object({
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
    }),
  ),
}) as unknown as Schema<{ attempts: AttemptView[] }>

/** A member of the family of a payment: itself, what it came from, what followed from it. */
export interface RelatedTransaction {
  readonly id: number
  readonly originTxId: number | null
  readonly txType: string
  readonly method: string
  readonly state: string
  readonly statusCodeNo: number
  readonly amount: WireMoney
  readonly created: string
  readonly psp: string | null
}

export const relatedSchema = z.object({
  items: z.array(
    z.object({
      id: z.number(),
      originTxId: figure,
      txType: z.string(),
      method: z.string(),
      state: z.string(),
      statusCodeNo: z.number(),
      amount: wireMoneySchema,
      created: z.string(),
      psp: text,
    }),
  ),
}) as unknown as Schema<{ items: RelatedTransaction[] }>

/** What the user has done at this merchant so far, counted no further than `capped` says. */
export interface UserTotals {
  readonly firstSeen: string | null
  readonly lastSeen: string | null
  readonly capped: boolean
  readonly methods: readonly {
    readonly method: string
    readonly currency: string
    readonly successful: number
    readonly failed: number
    readonly total: WireMoney
  }[]
  readonly accounts: number
}

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
}) as unknown as Schema<UserTotals>

/** A table that was asked about the payment: what was stored then, and why, worked out again now. */
export interface TransactionDecision {
  readonly seq: number
  readonly at: string
  readonly step: string
  readonly table: string
  readonly title: string
  readonly route: string
  readonly outcome: string
  readonly hits: readonly string[]
  readonly versions: readonly string[]
  /** The exchange rates that amounts were converted by then. */
  readonly rates: readonly RateRow[]
  /** Null when a version that decided is not there any more. */
  readonly trace: TableTrace | null
  /** Whether the tables say today what was stored then. */
  readonly agrees: boolean | null
}

export const decisionsSchema = z.object({
  decisions: z.array(
    z.object({
      seq: z.number(),
      at: z.string(),
      step: z.string(),
      table: z.string(),
      title: z.string(),
      route: z.string(),
      outcome: z.string(),
      hits: z.array(z.string()),
      versions: z.array(z.string()),
      rates: z.array(
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
      trace: z.nullable(z.looseObject({ table: z.string() })),
      agrees: z.nullable(z.boolean()),
    }),
  ),
}) as unknown as Schema<{ decisions: TransactionDecision[] }>

export interface PostingEntry {
  readonly id: string
  readonly at: string
  readonly valueDate: string
  readonly eventType: string
  readonly description: string
  readonly reversalOf: string | null
  readonly lines: readonly {
    readonly account: string
    readonly debit: WireMoney | null
    readonly credit: WireMoney | null
  }[]
}

export const postingsSchema = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      valueDate: z.string(),
      eventType: z.string(),
      description: z.string(),
      reversalOf: text,
      lines: z.array(z.object({ account: z.string(), debit: money, credit: money })),
    }),
  ),
}) as unknown as Schema<{ entries: PostingEntry[] }>

export interface TransactionNote {
  readonly id: string
  readonly author: string
  readonly at: string
  readonly text: string
  /** Taken back, and still there to be read. */
  readonly struckAt: string | null
  readonly mine: boolean
}

export const noteSchema = z.object({
  id: z.string(),
  author: z.string(),
  at: z.string(),
  text: z.string(),
  struckAt: text,
  mine: z.boolean(),
}) as unknown as Schema<TransactionNote>

export const transactionAuditSchema = z.object({
  items: z.array(
    z.object({
      chainId: z.number(),
      seq: z.number(),
      at: z.string(),
      actorName: z.string(),
      actorType: z.string(),
      action: z.string(),
      result: z.string(),
      errorCode: text,
      note: text,
      diff: z.array(z.object({ path: z.string(), from: z.unknown(), to: z.unknown() })),
    }),
  ),
}) as unknown as Schema<{ items: TransactionAuditEntry[] }>

export type TransactionAuditEntry = Pick<
  AuditEntry,
  'chainId' | 'seq' | 'at' | 'actorName' | 'actorType' | 'action' | 'result' | 'errorCode' | 'note' | 'diff'
>
