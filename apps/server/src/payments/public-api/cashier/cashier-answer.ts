import * as z from 'zod/mini'
import { wireMoneySchema } from '@signalbox/model/money/money-schema'
import { formInputSchema } from '@signalbox/model/cashier/input-form'
import { paymentErrorSchema } from '@signalbox/model/payments/payment-answer'

const methodSchema = z.object({
  method: z.string(),
  label: z.string(),
  /** A PNG; the address changes with the picture. */
  logo: z.string(),
  txType: z.string(),
  service: z.nullable(z.string()),
  available: z.boolean(),
  unavailableReason: z.nullable(z.enum(['MAINTENANCE', 'NO_PROVIDER', 'LIMIT_REACHED', 'NO_RATE'])),
  /** What users read while the method is closed. */
  maintenanceInfo: z.nullable(
    z.object({ messageKey: z.string(), message: z.string(), until: z.nullable(z.string()) }),
  ),
  /** For one payment; the greatest is what period limits leave, where that is less. */
  limits: z.object({ min: z.nullable(wireMoneySchema), max: z.nullable(wireMoneySchema) }),
  fee: z.nullable(wireMoneySchema),
  /** What the merchant offers to choose from, within the limits. */
  amounts: z.array(wireMoneySchema),
  /** What the user is asked for, unless they choose a stored account. */
  inputs: z.array(formInputSchema),
  accounts: z.array(
    z.object({ accountId: z.string(), maskedAccount: z.string(), expiry: z.nullable(z.string()) }),
  ),
})

export const cashierAnswerSchema = z.object({
  methods: z.array(methodSchema),
  /** Which of the merchant's cashiers the rules chose. */
  cashierConfig: z.nullable(z.string()),
  /** Paid in and not got back, where the rules want it shown. */
  netDeposit: z.nullable(wireMoneySchema),
  /** Why nothing is offered: what the merchant said of the user. */
  errors: z.array(paymentErrorSchema),
})

export type CashierMethod = z.infer<typeof methodSchema>
export type CashierAnswer = z.infer<typeof cashierAnswerSchema>
