import * as z from 'zod/mini'
import { endpoint, intParam, pageOf, pageQuery, type Schema } from '../endpoint.ts'
import { caseFields, caseFilters, type CaseRow } from '../entities/case.ts'
import { storedSchema } from '../field-schema.ts'
import type { Field } from '../field.ts'
import {
  caseOutcomes,
  closingResolutions,
  type CaseOutcome,
  type CaseState,
  type ClosingResolution,
} from '../investigation/case.ts'
import type { SuspectedCause } from '../investigation/suspected-cause.ts'
import { wireMoneySchema, type WireMoney } from '../money/money-schema.ts'
import type { BulkResult, ListQuery } from '../resource.ts'

/** One thing written down about a case. */
export interface CaseEntry {
  readonly id: string
  readonly kind: string
  readonly author: string
  readonly at: string
  readonly text: string | null
  /** What the entry points at: an assignee, a decision, a reference at the PSP. */
  readonly subject: string | null
  readonly reference: string | null
}

/** What a PSP said about nothing we know, redacted before it was stored. */
export interface CaseCallback {
  readonly id: string
  readonly psp: string
  readonly pspAccount: string
  readonly receivedAt: string
  readonly sourceIp: string | null
  readonly outcome: string
  readonly reference: string | null
  readonly pspRefId: string | null
  readonly subject: string | null
  readonly statusNo: number | null
  readonly pspCode: string | null
  readonly pspMessage: string | null
  readonly amount: WireMoney | null
  readonly body: string
}

/** A payment an unknown callback may be about. */
export interface CaseCandidate {
  readonly txId: number
  readonly merchantId: number
  readonly created: string
  readonly statusNo: number
  readonly userId: string
  readonly pspAmount: WireMoney | null
  readonly pspRefId: string | null
  readonly why: string
}

export interface CaseSheet extends CaseRow {
  readonly causes: SuspectedCause[]
  readonly asked: { readonly at: string; readonly kind: string } | null
  readonly txVersion: number | null
  readonly txStatusNo: number | null
  /** What the PSP was asked to move, and how often. */
  readonly pspAmount: WireMoney | null
  readonly attemptCount: number
  readonly txWorking: boolean
  readonly entries: CaseEntry[]
  readonly callback: CaseCallback | null
  readonly candidates: CaseCandidate[]
  /** The merchant's own reasons for a decision. */
  readonly reasons: { readonly id: string; readonly name: string }[]
}

/** What a decision would do, before anybody takes it. */
export interface CaseOutcomePreview {
  readonly outcome: CaseOutcome
  readonly statusNo: number
  /** What the merchant is told; null where it has nothing to hear. */
  readonly merchant: { readonly call: 'transfer' | 'cancel'; readonly amount: WireMoney } | null
  readonly entries: {
    readonly eventType: string
    readonly description: string
    readonly lines: {
      readonly account: string
      readonly debit: WireMoney | null
      readonly credit: WireMoney | null
    }[]
  }[]
}

const text = z.nullable(z.string())
const figure = z.nullable(z.number())
const money = z.nullable(wireMoneySchema)

const rowShape = {
  ...Object.fromEntries(
    Object.entries<Field>(caseFields).map(([name, field]) => [name, storedSchema(field)]),
  ),
  version: z.number(),
  assigneeId: text,
  overdue: z.boolean(),
  callbackId: text,
  allowed: z.array(z.string()),
}
const rowSchema = z.object(rowShape) as unknown as Schema<CaseRow>

const sheetSchema = z.object({
  ...rowShape,
  causes: z.array(
    z.object({
      code: z.string(),
      text: z.string(),
      points: z.nullable(z.enum(caseOutcomes)),
      weight: z.enum(['LIKELY', 'POSSIBLE']),
    }),
  ),
  asked: z.nullable(z.object({ at: z.string(), kind: z.string() })),
  txVersion: figure,
  txStatusNo: figure,
  pspAmount: money,
  attemptCount: z.number(),
  txWorking: z.boolean(),
  entries: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      author: z.string(),
      at: z.string(),
      text,
      subject: text,
      reference: text,
    }),
  ),
  callback: z.nullable(
    z.object({
      id: z.string(),
      psp: z.string(),
      pspAccount: z.string(),
      receivedAt: z.string(),
      sourceIp: text,
      outcome: z.string(),
      reference: text,
      pspRefId: text,
      subject: text,
      statusNo: figure,
      pspCode: text,
      pspMessage: text,
      amount: money,
      body: z.string(),
    }),
  ),
  candidates: z.array(
    z.object({
      txId: z.number(),
      merchantId: z.number(),
      created: z.string(),
      statusNo: z.number(),
      userId: z.string(),
      pspAmount: money,
      pspRefId: text,
      why: z.string(),
    }),
  ),
  reasons: z.array(z.object({ id: z.string(), name: z.string() })),
}) as unknown as Schema<CaseSheet>

const filterShape = Object.fromEntries(
  caseFilters.map(({ name, max = 4000 }) => [name, z.optional(z.string().check(z.maxLength(max)))]),
)
const listQuery = z.object({ ...pageQuery, ...filterShape }) as unknown as Schema<ListQuery>
const exportQuery = z.object({
  ...pageQuery,
  ...filterShape,
  format: z._default(z.enum(['csv', 'json']), 'csv'),
  columns: z.optional(z.string().check(z.maxLength(4000))),
}) as unknown as Schema<ListQuery & { format: 'csv' | 'json'; columns?: string }>

const params = z.object({ id: z.uuid() }) as unknown as Schema<{ id: string }>
const longText = z.string().check(z.trim(), z.minLength(3), z.maxLength(2000))
const person = z.uuid()
const versionShape = { version: z.int() }
const versionSchema = z.strictObject(versionShape) as unknown as Schema<{ version: number }>
const textSchema = z.strictObject({ ...versionShape, text: longText }) as unknown as Schema<{
  version: number
  text: string
}>

export const longestCaseText = 2000
/** What a decision about a payment rests on. */
export const longestEvidence = 200
const maxCasesAtOnce = 200

export interface ResolveCaseBody {
  readonly version: number
  /**
   * The status of the payment, as the person saw it. Its version would not do: that changes whenever the PSP is asked
   * again and has nothing new to say.
   */
  readonly txStatusNo: number
  readonly outcome: CaseOutcome
  /** What shows that it is so. */
  readonly evidence: string
  /** Where it can be seen: the PSP's reference, a ticket, a line of a statement. */
  readonly reference: string
  readonly tagId?: string | undefined
  readonly statusNo?: number | undefined
  readonly sendToMerchant?: boolean | undefined
}

const resolveSchema = z.strictObject({
  ...versionShape,
  txStatusNo: z.int(),
  outcome: z.enum(caseOutcomes),
  evidence: z.string().check(z.trim(), z.minLength(3), z.maxLength(longestEvidence)),
  reference: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  tagId: z.optional(z.string().check(z.maxLength(50))),
  statusNo: z.optional(z.int().check(z.gte(500), z.lte(599))),
  sendToMerchant: z.optional(z.boolean()),
}) as unknown as Schema<ResolveCaseBody>

/** The case after something was done about it. */
export interface ChangedCase {
  readonly id: string
  readonly version: number
  readonly state: CaseState
}

const changedSchema = z.object({
  id: z.string(),
  version: z.number(),
  state: z.string(),
}) as unknown as Schema<ChangedCase>

export const waitingFor = ['PSP', 'MERCHANT', 'NOBODY'] as const

const bulkNames = ['take', 'assign', 'unassign'] as const
export type BulkCaseAction = (typeof bulkNames)[number]

const tag = 'Investigations'
const [view, edit, decide] = ['investigate.view', 'investigate.edit', 'investigate.decide'] as const

export const caseCalls = {
  list: endpoint('GET /case', {
    summary: 'Cases in scope; those that are not resolved unless asked for others',
    tag,
    access: view,
    query: listQuery,
    reply: pageOf(rowSchema),
  }),
  export: endpoint('GET /case/export', {
    summary: 'What is filtered, the named columns in order',
    tag,
    access: view,
    query: exportQuery,
    reply: 'stream',
  }),
  options: endpoint('GET /case/options', {
    summary: 'PSPs to filter by, and people cases can be assigned to',
    tag,
    access: view,
    reply: z.object({
      psp: z.array(z.string()),
      people: z.array(z.object({ id: z.string(), username: z.string(), name: z.string() })),
    }) as unknown as Schema<{ psp: string[]; people: { id: string; username: string; name: string }[] }>,
  }),
  get: endpoint('GET /case/{id}', {
    summary: 'One case with what is known, suspected and written down about it',
    tag,
    access: view,
    params,
    reply: sheetSchema,
  }),
  outcomes: endpoint('GET /case/{id}/outcome', {
    summary: 'What each decision would book and tell the merchant; writes nothing',
    tag,
    access: view,
    params,
    reply: z.object({
      outcomes: z.array(
        z.object({
          outcome: z.enum(caseOutcomes),
          statusNo: z.number(),
          merchant: z.nullable(z.object({ call: z.enum(['transfer', 'cancel']), amount: wireMoneySchema })),
          entries: z.array(
            z.object({
              eventType: z.string(),
              description: z.string(),
              lines: z.array(z.object({ account: z.string(), debit: money, credit: money })),
            }),
          ),
        }),
      ),
    }) as unknown as Schema<{ outcomes: CaseOutcomePreview[] }>,
  }),
  open: endpoint('POST /case', {
    summary: 'Open a case about a transaction',
    tag,
    access: edit,
    body: z.strictObject({
      txId: z.int().check(z.gte(1)),
      text: longText,
    }) as unknown as Schema<{ txId: number; text: string }>,
    reply: changedSchema,
  }),
  bulk: endpoint('POST /case/bulk', {
    summary: 'Take, assign or give back many cases, each on its own',
    tag,
    access: decide,
    body: z.strictObject({
      operation: z.enum(bulkNames),
      ids: z
        .array(z.strictObject({ id: z.uuid(), version: z.int() }))
        .check(z.minLength(1), z.maxLength(maxCasesAtOnce)),
      params: z.optional(z.strictObject({ assigneeId: z.optional(person) })),
    }) as unknown as Schema<{
      operation: BulkCaseAction
      ids: { id: string; version: number }[]
      params?: { assigneeId?: string }
    }>,
    reply: z.object({
      results: z.array(
        z.object({
          id: z.string(),
          ok: z.boolean(),
          code: z.optional(z.string()),
          message: z.optional(z.string()),
          version: z.optional(z.number()),
        }),
      ),
    }) as unknown as Schema<{ results: BulkResult[] }>,
  }),
  take: endpoint('POST /case/{id}/take', {
    summary: 'Work on a case oneself',
    tag,
    access: decide,
    params,
    body: versionSchema,
    reply: changedSchema,
  }),
  assign: endpoint('POST /case/{id}/assign', {
    summary: 'Give a case to somebody',
    tag,
    access: 'investigate.assign',
    params,
    body: z.strictObject({ ...versionShape, assigneeId: person }) as unknown as Schema<{
      version: number
      assigneeId: string
    }>,
    reply: changedSchema,
  }),
  unassign: endpoint('POST /case/{id}/unassign', {
    summary: 'Give a case back',
    tag,
    access: decide,
    params,
    body: versionSchema,
    reply: changedSchema,
  }),
  wait: endpoint('POST /case/{id}/wait', {
    summary: 'Say whose answer a case waits for',
    tag,
    access: decide,
    params,
    body: z.strictObject({ ...versionShape, for: z.enum(waitingFor) }) as unknown as Schema<{
      version: number
      for: (typeof waitingFor)[number]
    }>,
    reply: changedSchema,
  }),
  comment: endpoint('POST /case/{id}/comment', {
    summary: 'Add a comment; it cannot be taken back',
    tag,
    access: edit,
    params,
    body: z.strictObject({ text: longText }) as unknown as Schema<{ text: string }>,
    reply: changedSchema,
  }),
  resolve: endpoint('POST /case/{id}/resolve', {
    summary: 'Decide what became of an inconsistent payment, with evidence',
    tag,
    access: decide,
    params,
    body: resolveSchema,
    reply: changedSchema,
  }),
  attach: endpoint('POST /case/{id}/attach', {
    summary: 'Say which transaction a callback is about; it does then what it says',
    tag,
    access: decide,
    params,
    body: z.strictObject({
      ...versionShape,
      txId: intParam(1, Number.MAX_SAFE_INTEGER),
      text: longText,
    }) as unknown as Schema<{ version: number; txId: number; text: string }>,
    reply: changedSchema,
  }),
  dismiss: endpoint('POST /case/{id}/dismiss', {
    summary: 'Say that a callback concerns nobody here',
    tag,
    access: decide,
    params,
    body: textSchema,
    reply: changedSchema,
  }),
  close: endpoint('POST /case/{id}/close', {
    summary: 'Close a case whose payment is over',
    tag,
    access: decide,
    params,
    body: z.strictObject({
      ...versionShape,
      resolution: z.enum(closingResolutions),
      text: longText,
    }) as unknown as Schema<{ version: number; resolution: ClosingResolution; text: string }>,
    reply: changedSchema,
  }),
  reopen: endpoint('POST /case/{id}/reopen', {
    summary: 'Open a resolved case again',
    tag,
    access: decide,
    params,
    body: textSchema,
    reply: changedSchema,
  }),
}
