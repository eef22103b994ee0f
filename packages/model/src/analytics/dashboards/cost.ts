import { cardProviderTypes } from '../../reference/transaction-types.ts'
import type { Dashboard } from '../widget.ts'

export const cost: Dashboard = {
  widgets: [
    {
      title: 'What do payments cost?',
      kind: 'number',
      metrics: ['pspCost', 'costShare', 'costPerSuccess', 'feeIncome', 'margin'],
      width: 12,
    },
    {
      title: 'From fee income to margin',
      kind: 'waterfall',
      metrics: ['feeIncome', 'fxMargin', 'pspCost', 'margin'],
      minus: ['pspCost'],
      totals: ['feeIncome', 'margin'],
    },
    {
      title: 'Which PSP costs how much?',
      kind: 'area',
      metrics: ['pspCost'],
      dimensions: ['psp'],
      top: 7,
    },
    {
      title: 'What is left, by PSP?',
      kind: 'table',
      metrics: ['value', 'pspCost', 'costShare', 'feeIncome', 'margin'],
      dimensions: ['psp'],
      width: 12,
    },
    {
      title: 'What do cards cost?',
      kind: 'table',
      metrics: ['value', 'pspCost', 'costShare'],
      dimensions: ['cardBrand', 'cardType'],
      filters: { providerType: [...cardProviderTypes] },
      width: 12,
    },
  ],
}
