import { routedPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { feeOutputs } from './shared-outputs.ts'

export const fee = decisionTable({
  number: 'T3',
  tag: 'FE',
  slug: 'fee',
  route: '/fees/fee',
  title: 'Fees',
  purpose: 'Sets the fee of a payment. A fee shown to the user does not change afterwards.',
  category: 'Fees',
  hitPolicy: 'FIRST',
  steps: ['D9', 'D0'],
  conditions: routedPaymentColumns,
  outputs: [
    ...feeOutputs,
    {
      key: 'mode',
      label: 'Mode',
      type: 'CHOICE',
      default: 'ADDED',
      options: { ADDED: 'Added to the amount', DEDUCTED: 'Deducted from the amount' },
    },
    {
      key: 'billTo',
      label: 'Billed to',
      type: 'CHOICE',
      default: 'USER',
      options: { USER: 'User', MERCHANT: 'Merchant' },
    },
    {
      key: 'freeCount',
      label: 'Free payments',
      type: 'NUMBER',
      help: 'Number of successful payments without a fee',
      min: 0,
      max: 1000,
    },
    {
      key: 'freeDays',
      label: 'Free per days',
      type: 'NUMBER',
      default: 30,
      help: 'Period in days for counting free payments',
      min: 1,
      max: 365,
    },
    {
      key: 'nextFree',
      label: 'Next one free',
      type: 'BOOLEAN',
      default: false,
      help: 'After a payment with a fee the next one is free',
    },
  ],
  declines: ['ERR_DECLINED_INVALID_AMOUNT'],
  ascending: [['feeMin', 'feeMax']],
  onNoMatch: 'No fee.',
})
