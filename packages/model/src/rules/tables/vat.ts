import { vatColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'

export const vat = decisionTable({
  number: 'T26',
  tag: 'VA',
  slug: 'vat',
  route: '/rules/vat',
  title: 'VAT',
  purpose: 'Sets the tax on fees, products and invoice lines. Deposits themselves are never taxed.',
  category: 'Money',
  hitPolicy: 'COLLECT_SUM',
  steps: ['D9'],
  conditions: [...vatColumns, 'userCountry'],
  outputs: [
    {
      key: 'component',
      label: 'Component',
      type: 'STRING',
      default: 'VAT',
      help: 'The first matching row of each component counts',
    },
    { key: 'ratePct', label: 'Rate', type: 'PERCENT', default: 0, min: 0, max: 1_000_000 },
    {
      key: 'mode',
      label: 'Mode',
      type: 'CHOICE',
      required: true,
      options: {
        INCLUSIVE: 'Included in the price',
        EXCLUSIVE: 'Added to the price',
        REVERSE_CHARGE: 'The buyer accounts for it',
        EXEMPT: 'Exempt',
      },
    },
    { key: 'taxCode', label: 'Tax code', type: 'STRING' },
  ],
  onNoMatch: 'No tax.',
})
