import { anyPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'

const unlessFromMerchant = { output: 'useAttributeLimits', is: true } as const

export const limit = decisionTable({
  number: 'T5',
  tag: 'LI',
  slug: 'limit',
  route: '/rules/limit',
  title: 'Limits',
  purpose: 'Sets the least and the greatest amount of a single payment, before fees.',
  category: 'Limits',
  hitPolicy: 'FIRST',
  steps: ['D6', 'D0'],
  defers: true,
  conditions: [...anyPaymentColumns, 'psp', 'pspAccount'],
  outputs: [
    { key: 'min', label: 'Least', type: 'STRING_NUMBER_MAP', requiredUnless: unlessFromMerchant },
    { key: 'max', label: 'Greatest', type: 'STRING_NUMBER_MAP', requiredUnless: unlessFromMerchant },
    {
      key: 'step',
      label: 'Multiples of',
      type: 'STRING_NUMBER_MAP',
      help: 'Only multiples of this amount are taken',
    },
    {
      key: 'useAttributeLimits',
      label: 'Limits of the merchant',
      type: 'BOOLEAN',
      default: false,
      help: 'Those the merchant sent for this account; without any, the next row is asked',
    },
  ],
  declines: ['ERR_ABOVE_LIMIT', 'ERR_BELOW_LIMIT'],
  ascending: [['min', 'max']],
  onNoMatch: 'Any amount is allowed.',
})
