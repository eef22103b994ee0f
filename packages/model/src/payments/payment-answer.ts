import * as z from 'zod/mini'
import { wireMoneySchema } from '../money/money-schema.ts'
import { statusCodeOf } from '../status-codes.ts'
import { txStatuses } from '../status-codes.ts'

/** Where the user goes next, and how. */
const redirectOutputSchema = z.object({
  url: z.string(),
  method: z.enum(['GET', 'POST']),
  container: z.enum(['iframe', 'window']),
  parameters: z.record(z.string(), z.string()),
  width: z.number(),
  height: z.number(),
})

export const paymentErrorSchema = z.object({
  field: z.nullable(z.string()),
  keys: z.array(z.string()),
  msg: z.string(),
})

/** What the API says of a payment. The HTTP status tells about the call, `state` about the payment. */
export const paymentAnswerSchema = z.object({
  txId: z.number(),
  txRefId: z.string(),
  merchantId: z.number(),
  originTxId: z.optional(z.number()),
  userId: z.string(),
  txType: z.string(),
  method: z.string(),
  state: z.enum(txStatuses),
  statusCode: z.string(),
  statusCodeNo: z.number(),
  success: z.boolean(),
  /** What moves on the user's wallet, without a sign: the way follows from `method`. */
  amount: wireMoneySchema,
  /** What the caller asked for. A fee that is deducted is part of it; one that is added comes on top. */
  requestedAmount: wireMoneySchema,
  fee: z.optional(wireMoneySchema),
  pspAmount: z.optional(wireMoneySchema),
  capturedAmount: z.optional(wireMoneySchema),
  refundedAmount: z.optional(wireMoneySchema),
  psp: z.optional(z.string()),
  pspRefId: z.optional(z.string()),
  pspStatusCode: z.optional(z.string()),
  merchantTxId: z.optional(z.string()),
  maskedAccount: z.optional(z.string()),
  created: z.string(),
  lastUpdated: z.string(),
  redirectOutput: z.optional(redirectOutputSchema),
  messages: z.array(z.string()),
  errors: z.array(paymentErrorSchema),
})
export type PaymentAnswer = z.infer<typeof paymentAnswerSchema>
export type RedirectOutput = z.infer<typeof redirectOutputSchema>

/** Keys under which a merchant may have worded what went wrong: that of the rule, then from the most precise to the broadest. */
export function errorKeys(
  txType: string,
  statusNo: number,
  {
    pspStatusCode,
    messageKey,
  }: { readonly pspStatusCode?: string | null; readonly messageKey?: string } = {},
): string[] {
  const status = statusCodeOf(statusNo)
  if (!status) return []
  const type = txType.toLowerCase()
  const code = status.code.toLowerCase()
  return [
    ...(messageKey ? [messageKey] : []),
    ...(pspStatusCode ? [`${type}.pspcode.${pspStatusCode.toLowerCase()}`] : []),
    `${type}.status.${code}`,
    `status.${code}`,
    `state.${status.status.toLowerCase()}`,
  ]
}
