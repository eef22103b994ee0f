import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { wireMoneySchema } from '../money/money-schema.ts'
import { statusCodeOf } from '../reference/status-codes.ts'
import { txStatuses } from '../reference/status-codes.ts'

/** Where the user goes next, and how. */
const redirectOutputSchema = named(
  'RedirectOutput',
  z.object({
    url: z.string(),
    method: z.enum(['GET', 'POST']),
    container: z.enum(['iframe', 'window']),
    parameters: z.record(z.string(), z.string()),
    width: z.number(),
    height: z.number(),
  }),
)

export const paymentErrorSchema = named(
  'PaymentError',
  z.object({
    field: z.nullable(z.string()),
    keys: z.array(z.string()),
    msg: z.string(),
  }),
)

/** What a field says, for the description of the API. */
const said = <Shape extends z.ZodMiniType>(what: string, shape: Shape): Shape => shape.check(z.describe(what))
const optionalText = (what: string) => z.optional(said(what, z.string()))
const money = (what: string) => said(what, wireMoneySchema)
const total = (what: string) => z.optional(money(what))

/** What the API says of a payment. The HTTP status tells about the call, `state` about the payment. */
export const paymentAnswerSchema = named(
  'Payment',
  z.object({
    txId: said('The payment', z.number()),
    txRefId: said('Its reference at the PSP: the merchant, `A` and `txId`', z.string()),
    merchantId: said('The merchant it belongs to', z.number()),
    originTxId: z.optional(
      said('The payment a capture, void, refund, reversal or dispute is part of', z.number()),
    ),
    userId: said("The user, by the merchant's own id", z.string()),
    txType: said('What kind of payment, e.g. `CreditcardDeposit`, `Refund`, `Reversal`', z.string()),
    method: said(
      'What it does: `DEPOSIT`, `WITHDRAWAL`, `ACCOUNT_VERIFICATION`, or of another payment `CAPTURE`, `VOID`, `REFUND`, `REVERSAL`, `CHARGEBACK`, `CHARGEBACK_WON`, `INFO`',
      z.string(),
    ),
    state: said('The state of the payment', z.enum(txStatuses)),
    statusCode: said('The reason for the state', z.string()),
    statusCodeNo: said('The number of `statusCode`', z.number()),
    success: said('Neither failed, cancelled nor inconsistent', z.boolean()),
    amount: money(
      "The amount moved in the user's wallet, without a sign: the direction follows from `method`",
    ),
    requestedAmount: money('The amount requested. A deducted fee is included; an added fee comes on top'),
    fee: total('The fee with its tax'),
    pspAmount: total('The amount moved by the PSP, in the currency of the PSP'),
    capturedAmount: total('The amount captured so far, before refunds and returns'),
    voidedAmount: total(
      'The amount authorised and released again. The payment keeps its `state` and `statusCode`; this amount can no longer be captured',
    ),
    refundedAmount: total('The amount refunded by the merchant'),
    returnedAmount: total(
      'The amount reversed: for a deposit, taken back by the payer or their bank; for a withdrawal, returned by the receiving bank. Each reversal is a separate payment with `method` `REVERSAL`',
    ),
    chargebackAmount: total(
      'The amount disputed and not won. Each dispute is a separate payment with `method` `CHARGEBACK`',
    ),
    psp: optionalText('The PSP'),
    pspRefId: optionalText("The PSP's own reference"),
    pspStatusCode: optionalText("The PSP's own code"),
    pspStatusMessage: optionalText("The PSP's own words"),
    merchantTxId: optionalText("The merchant's own id of the payment"),
    maskedAccount: optionalText('The card, bank account or wallet, masked'),
    created: said('When it began', z.string()),
    lastUpdated: said('When it last changed', z.string()),
    redirectOutput: z.optional(said("Where to send the user's browser", redirectOutputSchema)),
    messages: said('What the user needs to know to pay', z.array(z.string())),
    errors: said('What went wrong', z.array(paymentErrorSchema)),
  }),
)
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
  const state = status.status.toLowerCase()
  return [
    ...(messageKey ? [messageKey] : []),
    ...(pspStatusCode ? [`${type}.pspcode.${pspStatusCode.toLowerCase()}`] : []),
    `${type}.status.${code}`,
    `${type}.state.${state}`,
    `status.${code}`,
    `state.${state}`,
  ]
}
