import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { paymentAnswerSchema } from './payment-answer.ts'

export const paymentWebhooks = {
  'payment.created': 'A payment was created',
  'payment.updated': 'A payment changed state and is not final',
  'payment.completed': 'A payment is final: SUCCESSFUL, FAILED or CANCELLED',
  'dispute.filed': 'A payment was disputed; the dispute is a separate payment with `originTxId`',
  'dispute.resolved': 'A dispute was won',
} as const
export type WebhookType = keyof typeof paymentWebhooks

const types = Object.keys(paymentWebhooks) as [WebhookType, ...WebhookType[]]

export const accountWebhooks = {
  'account.blocked':
    'An account of a user was blocked: by staff, by an API client, by a rule or after a payment',
} as const

/** What an endpoint of an API client is sent about a payment. */
export const webhookMessageSchema = named(
  'PaymentMessage',
  z.object({
    /** The same at every try. */
    id: z.string(),
    type: z.enum(types),
    /** Counted from 1 per payment and endpoint, without gaps. The next one is sent after this one was taken or given up. */
    sequence: z.int().check(z.positive()),
    /** When it happened, not when it was sent. */
    timestamp: z.string(),
    /** The payment as it was then. */
    data: paymentAnswerSchema,
  }),
)
