import { routedPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'

export const forex = decisionTable({
  number: 'T12',
  tag: 'FO',
  slug: 'forex',
  route: '/rules/forex',
  title: 'Forex',
  purpose: 'Converts a payment into the currency sent to the PSP, with our margin.',
  category: 'Money',
  hitPolicy: 'FIRST',
  steps: ['D10'],
  conditions: routedPaymentColumns,
  outputs: [
    { key: 'toCurrency', label: 'To currency', type: 'CURRENCY', required: true },
    {
      key: 'marginPct',
      label: 'Margin',
      type: 'PERCENT',
      default: 0,
      help: "In the merchant's favour; negative in the user's favour",
      min: -500_000,
      max: 500_000,
    },
    {
      key: 'rateService',
      label: 'Rate service',
      type: 'CHOICE',
      default: 'ACTIVE',
      catalogue: 'rate-service',
    },
    {
      key: 'rounding',
      label: 'Rounding',
      type: 'CHOICE',
      default: 'HALF_UP',
      options: { HALF_UP: 'Half up', HALF_EVEN: 'Half to even', DOWN: 'Down', UP: 'Up' },
    },
    { key: 'roundToInteger', label: 'Whole units', type: 'BOOLEAN', default: false },
  ],
  declines: ['ERR_DECLINED_CURRENCY_NOT_SUPPORTED', 'ERR_DECLINED_CONFIG_ERROR'],
  onNoMatch: 'The payment keeps its currency and fails if the PSP does not support it.',
})
