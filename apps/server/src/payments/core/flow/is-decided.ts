import { isFinal } from '@signalbox/model/payments/transitions'
import type { Transaction } from '../record/transaction.ts'

/** Whether it is known how a payment ended, and so whether there is anything that can go back. */
export const isDecided = ({ statusNo, nextStep }: Transaction): boolean =>
  isFinal(statusNo) && nextStep === null
