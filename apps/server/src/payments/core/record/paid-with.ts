import { requiredInputOf } from '@signalbox/model/payments/payment-inputs'
import type { PaymentInput } from './step-state.ts'

/** What a payment keeps of what it is paid with. */
export const instrumentKeys = [
  'vaultRef',
  'iban',
  'accountNumber',
  'walletAccount',
  'sealedVoucher',
] as const satisfies readonly (keyof PaymentInput)[]

/** Whether there is what such a payment is made with; where a page of the PSP asks its user, nothing has to be. */
export const isPaidWith = (txType: string, input: PaymentInput): boolean =>
  requiredInputOf(txType) === undefined || instrumentKeys.some((key) => Boolean(input[key]))
