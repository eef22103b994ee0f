import * as z from 'zod/mini'
import { accountStatuses, verificationStatuses } from '../entities/user-psp-account.ts'
import { named } from '../field/named.ts'
import { accountWebhooks } from './webhook-message.ts'

const names = <T extends object>(options: T) => Object.keys(options) as [Extract<keyof T, string>]

/** What merchants are told of an account: enough to show it to its user, nothing one could pay with. */
export const userAccountAnswerSchema = named(
  'UserAccount',
  z.object({
    id: z.string(),
    merchantId: z.number(),
    userId: z.string(),
    providerType: z.string(),
    service: z.nullable(z.string()),
    maskedAccount: z.string(),
    expiry: z.nullable(z.string()),
    status: z.enum(names(accountStatuses)),
    visible: z.boolean(),
    verification: z.enum(names(verificationStatuses)),
    lastUsed: z.nullable(z.string()),
    successfulPayments: z.number(),
    failedPayments: z.number(),
  }),
)
export type UserAccountAnswer = z.infer<typeof userAccountAnswerSchema>

/** What an endpoint of an API client is sent about an account. */
export const accountMessageSchema = z.object({
  /** The same at every try. */
  id: z.string(),
  type: z.enum(names(accountWebhooks)),
  /** When it happened, not when it was sent. */
  timestamp: z.string(),
  /** The account as `GET /accounts/{id}` answers it, and why it was blocked. */
  data: z.extend(userAccountAnswerSchema, { blockReason: z.string() }),
})
