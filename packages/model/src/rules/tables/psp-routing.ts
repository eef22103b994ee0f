import { anyPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { weight } from './shared-outputs.ts'

export const pspRouting = decisionTable({
  number: 'T1',
  tag: 'RO',
  slug: 'psp-routing',
  route: '/routing/psp-routing',
  title: 'PSP routing',
  purpose: 'Chooses the PSP and the account for a payment.',
  category: 'Routing',
  hitPolicy: 'FIRST_WEIGHTED',
  steps: ['D7'],
  conditions: anyPaymentColumns,
  outputs: [
    { key: 'psp', label: 'PSP', type: 'CHOICE', required: true, catalogue: 'psp' },
    { key: 'pspAccount', label: 'PSP account', type: 'STRING', required: true, catalogue: 'psp-account' },
    {
      key: 'pspVersion',
      label: 'PSP version',
      type: 'STRING',
      help: 'Of the connector, where it has several',
    },
    weight,
  ],
  declines: [
    'ERR_DECLINED_NO_PROVIDER_FOUND',
    'ERR_DECLINED_PROVIDER_NOT_ENABLED',
    'ERR_DECLINED_PROVIDER_ACCOUNT_CONFIG_ERROR',
  ],
  onNoMatch: 'The payment fails: there is no PSP for it.',
})
