import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { caseFields } from '../entities/case.ts'
import { storedShape } from '../field/field-schema.ts'
import { caseOutcomes } from '../investigation/case.ts'
import { caseFileKinds } from '../investigation/case-file.ts'
import { oneOf } from '../field/one-of.ts'
import { wireMoneySchema } from '../money/money-schema.ts'

const text = z.nullable(z.string())
const figure = z.nullable(z.number())
const money = z.nullable(wireMoneySchema)

const rowShape = {
  ...storedShape(caseFields),
  version: z.number(),
  assigneeId: text,
  overdue: z.boolean(),
  callbackId: text,
  allowed: z.array(z.string()),
}
export const caseRowSchema = named('CaseRow', z.object(rowShape))

const caseEntry = z.object({
  id: z.string(),
  kind: z.string(),
  author: z.string(),
  at: z.string(),
  text,
  /** What the entry points at: an assignee, a decision, a reference at the PSP. */
  subject: text,
  reference: text,
})
/** One thing written down about a case. */
export type CaseEntry = z.infer<typeof caseEntry>

const caseFile = z.object({
  id: z.string(),
  name: z.string(),
  kind: oneOf(caseFileKinds),
  sizeBytes: z.number(),
  author: z.string(),
  at: z.string(),
  /** The person it was about was erased, and its content with them. */
  erased: z.boolean(),
})
/** Evidence somebody added. What is in it is fetched on its own. */
export type CaseFile = z.infer<typeof caseFile>

const caseCallback = z.object({
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
})
/** What a PSP said about nothing we know, redacted before it was stored. */
export type CaseCallback = z.infer<typeof caseCallback>

const caseCandidate = z.object({
  txId: z.number(),
  merchantId: z.number(),
  created: z.string(),
  statusNo: z.number(),
  userId: z.string(),
  pspAmount: money,
  pspRefId: text,
  why: z.string(),
})
/** A payment an unknown callback may be about. */
export type CaseCandidate = z.infer<typeof caseCandidate>

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
  /** What the PSP was asked to move, and how often. */
  pspAmount: money,
  /** What the PSP says it moved, where that is in doubt. */
  pspReported: money,
  /** Whether whoever looks may say that another amount was moved. */
  amountInDoubt: z.boolean(),
  attemptCount: z.number(),
  txWorking: z.boolean(),
  entries: z.array(caseEntry),
  files: z.array(caseFile),
  callback: z.nullable(caseCallback),
  candidates: z.array(caseCandidate),
  /** The merchant's own reasons for a decision. */
  reasons: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type CaseSheet = z.infer<typeof sheetSchema>

/** Who asked for a decision that takes two people, and what exactly another one confirms. */
const askedDecision = z.object({
  by: z.string(),
  /** Whoever looks asked for it, so somebody else confirms it. */
  isOwn: z.boolean(),
  amount: wireMoneySchema,
  reference: z.nullable(z.string()),
})

const caseOutcomePreview = z.object({
  outcome: z.enum(caseOutcomes),
  statusNo: z.number(),
  /** So much of it is only somebody's word that another person has to confirm it. */
  takesTwo: z.boolean(),
  asked: z.nullable(askedDecision),
  /** What the merchant is told; null where it has nothing to hear. */
  merchant: z.nullable(z.object({ call: z.enum(['transfer', 'cancel']), amount: wireMoneySchema })),
  entries: z.array(
    z.object({
      eventType: z.string(),
      description: z.string(),
      lines: z.array(z.object({ account: z.string(), debit: money, credit: money })),
    }),
  ),
})
/** What a decision would do, before anybody takes it. */
export type CaseOutcomePreview = z.infer<typeof caseOutcomePreview>

export const outcomesSchema = named(
  'CaseOutcomes',
  z.object({
    outcomes: z.array(caseOutcomePreview),
  }),
)

export const movedQuery = z.object({
  amount: z.optional(z.string().check(z.maxLength(40))),
  currency: z.optional(z.string().check(z.maxLength(10))),
})
/** What the PSP moved, for whoever wants to see what that amount would do: `12.00` and `EUR`. */
export type MovedQuery = z.infer<typeof movedQuery>
