import { cardProviderTypes } from '../../reference/transaction-types.ts'
import type { Dashboard } from '../widget.ts'

export const cost: Dashboard = {
  widgets: [
    {
      title: 'Cost and margin',
      kind: 'number',
      metrics: ['pspCost', 'costShare', 'costPerSuccess', 'feeIncome', 'margin'],
      width: 12,
    },
    {
      title: 'From deposit value to what PSPs leave of it',
      kind: 'waterfall',
      metrics: ['value', 'pspCost', 'netValue'],
      dimensions: ['psp'],
      minus: ['pspCost'],
      totals: ['value', 'netValue'],
      top: 8,
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
      title: 'Cost by PSP',
      kind: 'area',
      metrics: ['pspCost'],
      dimensions: ['psp'],
      top: 7,
    },
    {
      title: 'Settled card payments by interchange domain',
      kind: 'bar',
      metrics: ['interchangeLines'],
      dimensions: ['interchangeDomain'],
      top: 10,
    },
    {
      title: 'Settled card payments by PSP and interchange domain',
      kind: 'table',
      metrics: ['interchangeLines'],
      dimensions: ['psp', 'interchangeDomain'],
      top: 15,
    },
    {
      title: 'Margin by PSP',
      kind: 'table',
      metrics: ['value', 'pspCost', 'costShare', 'feeIncome', 'margin'],
      dimensions: ['psp'],
      width: 12,
    },
    {
      title: 'Cost by card brand and type',
      kind: 'table',
      metrics: ['value', 'pspCost', 'costShare'],
      dimensions: ['cardBrand', 'cardType'],
      filters: { providerType: [...cardProviderTypes] },
      width: 12,
    },
  ],
}
