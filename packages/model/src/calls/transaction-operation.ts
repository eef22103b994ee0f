import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { bulkReply } from '../field/resource.ts'
import { endpoint, intParam } from '../field/endpoint.ts'
import { wireMoneySchema } from '../money/money-schema.ts'
import { correctionTypes } from '../payments/corrections.ts'
import { notificationKinds } from '../payments/tx-event.ts'
import { operationNames } from '../payments/operations.ts'
import { statusBands } from '../reference/status-codes.ts'
import { movedQuery, outcomesSchema } from './case-sheet.ts'

const mostTags = 20
/** A tag is a word: the list of tags in an address separates them by commas. */
const tagSchema = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(40), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u))
const tags: z.ZodMiniType<readonly string[]> = z.array(tagSchema).check(z.maxLength(mostTags))
const tagsSchema = z.optional(tags)

const shape = {
  info: z.optional(z.string().check(z.maxLength(200))),
  tagId: z.optional(z.string().check(z.maxLength(50))),
  /** A part, for captures, refunds and corrections; of a chargeback with the user's fee and tax. */
  amount: z.optional(wireMoneySchema),
  /** Evidence that a payment happened. */
  pspRefId: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100))),
  sendToMerchant: z.optional(z.boolean()),
  statusNo: z.optional(z.int().check(z.gte(statusBands.FAILED.first), z.lte(statusBands.FAILED.last))),
  /** What a correction writes down. */
  correction: z.optional(z.enum(correctionTypes)),
  /** The day somebody outside wrote about it, such as a bank: `2026-02-01`. */
  notificationDate: z.optional(z.iso.date()),
  addTags: tagsSchema,
  removeTags: tagsSchema,
  /** Whom a case is given to; without it, whoever asks takes it. */
  assigneeId: z.optional(z.uuid()),
  /** Whom a payment that is reprocessed goes to; without it, whoever has it or whom the rules name. */
  psp: z.optional(z.string().check(z.maxLength(50))),
  pspAccount: z.optional(z.string().check(z.maxLength(50))),
  /** Which message is sent again; without it, all of them. */
  kind: z.optional(z.enum(notificationKinds)),
}

const bodySchema = named(
  'TransactionOperation',
  z.strictObject({
    version: z.int(),
    ...shape,
  }),
)
/** What an operation on a transaction may be told; each takes what it needs. */
export type TransactionOperationBody = z.infer<typeof bodySchema>

const replySchema = named(
  'TransactionOperationReply',
  z.object({
    id: z.number(),
    version: z.number(),
    statusNo: z.number(),
    /** What began because of it: a capture, void, refund, correction, or another payment. */
    childId: z.nullable(z.number()),
    /** It was only asked for: another person has to confirm it. */
    waitsForOther: z.boolean(),
  }),
)
export type TransactionOperationReply = z.infer<typeof replySchema>

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
)

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
    }),
    body: bodySchema,
    reply: replySchema,
    movesMoney: true,
  }),
  outcomes: endpoint('GET /transaction/{id}/outcome', {
    summary: 'What forcing an inconsistent payment would book and send to the merchant; writes nothing',
    tag,
    access: 'transactions.operate',
    params: z.object({ id: intParam(1, Number.MAX_SAFE_INTEGER) }),
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
