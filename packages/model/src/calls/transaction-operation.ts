import * as z from 'zod/mini'
import { named } from '../named.ts'
import { endpoint, intParam, type Schema } from '../endpoint.ts'
import { wireMoneySchema, type WireMoney } from '../money/money-schema.ts'
import { correctionTypes, type CorrectionType } from '../payments/corrections.ts'
import { notificationKinds, type NotificationKind } from '../payments/tx-event.ts'
import { operationNames, type OperationName } from '../payments/operations.ts'
import type { BulkResult } from '../resource.ts'
import { movedQuery, outcomesSchema } from './case-sheet.ts'

/** What an operation on a transaction may be told; each takes what it needs. */
export interface TransactionOperationBody {
  readonly version: number
  readonly info?: string | undefined
  readonly tagId?: string | undefined
  /** A part, for captures, refunds and corrections; of a chargeback with the user's fee and tax. */
  readonly amount?: WireMoney | undefined
  /** Evidence that a payment happened. */
  readonly pspRefId?: string | undefined
  readonly sendToMerchant?: boolean | undefined
  readonly statusNo?: number | undefined
  /** What a correction writes down. */
  readonly correction?: CorrectionType | undefined
  /** The day somebody outside wrote about it, such as a bank: `2026-02-01`. */
  readonly notificationDate?: string | undefined
  readonly addTags?: readonly string[] | undefined
  readonly removeTags?: readonly string[] | undefined
  /** Whom a case is given to; without it, whoever asks takes it. */
  readonly assigneeId?: string | undefined
  /** Whom a payment that is reprocessed goes to; without it, whoever has it or whom the rules name. */
  readonly psp?: string | undefined
  readonly pspAccount?: string | undefined
  /** Which message is sent again; without it, all of them. */
  readonly kind?: NotificationKind | undefined
}

const mostTags = 20
/** A tag is a word: the list of tags in an address separates them by commas. */
const tagSchema = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(40), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u))
const tagsSchema = z.optional(z.array(tagSchema).check(z.maxLength(mostTags)))

const shape = {
  info: z.optional(z.string().check(z.maxLength(200))),
  tagId: z.optional(z.string().check(z.maxLength(50))),
  amount: z.optional(wireMoneySchema),
  pspRefId: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  sendToMerchant: z.optional(z.boolean()),
  statusNo: z.optional(z.int().check(z.gte(500), z.lte(599))),
  correction: z.optional(z.enum(correctionTypes)),
  notificationDate: z.optional(z.iso.date()),
  addTags: tagsSchema,
  removeTags: tagsSchema,
  assigneeId: z.optional(z.uuid()),
  psp: z.optional(z.string().check(z.maxLength(50))),
  pspAccount: z.optional(z.string().check(z.maxLength(50))),
  kind: z.optional(z.enum(notificationKinds)),
}

const bodySchema = named(
  'TransactionOperation',
  z.strictObject({
    version: z.int(),
    ...shape,
  }),
) as unknown as Schema<TransactionOperationBody>

interface TransactionOperationReply {
  readonly id: number
  readonly version: number
  readonly statusNo: number
  /** What began because of it: a capture, void, refund, correction, or another payment. */
  readonly childId: number | null
}

const replySchema = named(
  'TransactionOperationReply',
  z.object({
    id: z.number(),
    version: z.number(),
    statusNo: z.number(),
    childId: z.nullable(z.number()),
  }),
) as unknown as Schema<TransactionOperationReply>

const maxBulk = 200

const bulkSchema = named(
  'TransactionBulk',
  z.strictObject({
    operation: z.enum(operationNames),
    ids: z
      .array(z.strictObject({ id: z.string().check(z.maxLength(20)), version: z.int() }))
      .check(z.minLength(1), z.maxLength(maxBulk)),
    params: z.optional(z.strictObject(shape)),
  }),
) as unknown as Schema<{
  operation: OperationName
  ids: { id: string; version: number }[]
  params?: Omit<TransactionOperationBody, 'version'>
}>

const bulkReply = named(
  'TransactionBulkReply',
  z.object({
    results: z.array(
      z.object({
        id: z.string(),
        ok: z.boolean(),
        code: z.optional(z.string()),
        message: z.optional(z.string()),
        version: z.optional(z.number()),
      }),
    ),
  }),
) as unknown as Schema<{ results: BulkResult[] }>

const tag = 'Transactions'
const access = ['transactions.operate', 'approve.decide'] as const

export const transactionOperationCalls = {
  operate: endpoint('POST /transaction/{id}/{op}', {
    summary:
      'Approve, hold, cancel, capture, void, refund, correct, check, force, resend, repeat, tag or assign',
    tag,
    access,
    params: z.object({
      id: intParam(1, Number.MAX_SAFE_INTEGER),
      op: z.enum(operationNames),
    }) as unknown as Schema<{ id: number; op: OperationName }>,
    body: bodySchema,
    reply: replySchema,
    movesMoney: true,
  }),
  outcomes: endpoint('GET /transaction/{id}/outcome', {
    summary: 'What forcing an inconsistent payment would book and tell the merchant; writes nothing',
    tag,
    access: 'transactions.operate',
    params: z.object({ id: intParam(1, Number.MAX_SAFE_INTEGER) }) as unknown as Schema<{ id: number }>,
    query: movedQuery,
    reply: outcomesSchema,
  }),
  bulk: endpoint('POST /transaction/bulk', {
    summary: 'One operation on many transactions, each on its own',
    tag,
    access,
    body: bulkSchema,
    reply: bulkReply,
    movesMoney: true,
  }),
}
