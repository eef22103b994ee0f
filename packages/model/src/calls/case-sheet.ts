import * as z from 'zod/mini'
import { named } from '../named.ts'
import type { Schema } from '../endpoint.ts'
import { caseFields, type CaseRow } from '../entities/case.ts'
import { storedSchema } from '../field-schema.ts'
import type { Field } from '../field.ts'
import { caseOutcomes, type CaseOutcome } from '../investigation/case.ts'
import { caseFileKinds, type CaseFileKind } from '../investigation/case-file.ts'
import type { SuspectedCause } from '../investigation/suspected-cause.ts'
import { wireMoneySchema, type WireMoney } from '../money/money-schema.ts'

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

/** Evidence somebody added. What is in it is fetched on its own. */
export interface CaseFile {
  readonly id: string
  readonly name: string
  readonly kind: CaseFileKind
  readonly sizeBytes: number
  readonly author: string
  readonly at: string
  /** The person it was about was erased, and its content with them. */
  readonly erased: boolean
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
  /** What the PSP says it moved, where that is in doubt. */
  readonly pspReported: WireMoney | null
  /** Whether whoever looks may say that another amount was moved. */
  readonly amountInDoubt: boolean
  readonly attemptCount: number
  readonly txWorking: boolean
  readonly entries: CaseEntry[]
  readonly files: CaseFile[]
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
export const caseRowSchema = named('CaseRow', z.object(rowShape)) as unknown as Schema<CaseRow>

export const sheetSchema = z.object({
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
  pspReported: money,
  amountInDoubt: z.boolean(),
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
  files: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(Object.keys(caseFileKinds)),
      sizeBytes: z.number(),
      author: z.string(),
      at: z.string(),
      erased: z.boolean(),
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

export const outcomesSchema = named(
  'CaseOutcomes',
  z.object({
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
  }),
) as unknown as Schema<{ outcomes: CaseOutcomePreview[] }>

/** What the PSP moved, for whoever wants to see what that amount would do: `12.00` and `EUR`. */
export interface MovedQuery {
  readonly amount?: string | undefined
  readonly currency?: string | undefined
}

export const movedQuery = z.object({
  amount: z.optional(z.string().check(z.maxLength(40))),
  currency: z.optional(z.string().check(z.maxLength(10))),
}) as unknown as Schema<MovedQuery>
