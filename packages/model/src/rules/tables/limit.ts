import { anyPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'

const unlessFromMerchant = { output: 'useAttributeLimits', is: true } as const

export const limit = decisionTable({
  number: 'T5',
  tag: 'LI',
  slug: 'limit',
  route: '/rules/limit',
  title: 'Limits',
  purpose: 'Sets the minimum and maximum amount of a single payment, before fees.',
  category: 'Limits',
  hitPolicy: 'FIRST',
  steps: ['D6', 'D0'],
  defers: true,
  conditions: [...anyPaymentColumns, 'psp', 'pspAccount'],
  outputs: [
    { key: 'min', label: 'Minimum', type: 'STRING_NUMBER_MAP', requiredUnless: unlessFromMerchant },
    { key: 'max', label: 'Maximum', type: 'STRING_NUMBER_MAP', requiredUnless: unlessFromMerchant },
    {
      key: 'step',
      label: 'Multiples of',
      type: 'STRING_NUMBER_MAP',
      help: 'Only multiples of this amount are accepted',
    },
    {
      key: 'useAttributeLimits',
      label: 'Limits of the merchant',
      type: 'BOOLEAN',
      default: false,
      help: 'The limits the merchant sent for this account. Without any, the next row is evaluated.',
    },
  ],
  declines: ['ERR_ABOVE_LIMIT', 'ERR_BELOW_LIMIT'],
  ascending: [['min', 'max']],
  onNoMatch: 'Any amount is allowed.',
})
