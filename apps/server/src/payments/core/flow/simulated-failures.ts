import { amountText } from '@signalbox/model/money/money-text'
import type { Payment } from '../state/payment.ts'

/** Failures of our own, which no simulated provider can cause. Outside production only; see docs/guide/error-codes.md. */
const failingAmount = /^777\.15 /
const lostCard = '400000******5605'

/** The step that sends a payment of 777.15 fails before anything is sent. */
export function failOnPurpose(production: boolean, { requested }: Payment): void {
  if (!production && failingAmount.test(amountText(requested)))
    throw new Error('Fails on purpose: 777.15 was asked for')
}

/** The card 4000000000005605 cannot be opened by the vault. */
export const isLostOnPurpose = (production: boolean, masked: string): boolean =>
  !production && masked === lostCard
