import { routedPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { blockOutputs } from './shared-outputs.ts'

const whenRerouted = { output: 'action', is: 'REROUTE' } as const

export const fraudProviderBlock = decisionTable({
  number: 'T11',
  tag: 'FB',
  slug: 'fraud-provider-block',
  route: '/fraud-block/fraud-provider-block',
  title: 'Fraud provider block',
  purpose: 'Decides what to do with the result of the fraud provider.',
  category: 'Fraud block',
  hitPolicy: 'FIRST',
  steps: ['D8'],
  conditions: routedPaymentColumns,
  outputs: [
    ...blockOutputs('ERR_DECLINED_FRAUD', ['ACCEPT', 'DECLINE', 'REROUTE', 'REVIEW']),
    { key: 'reRoutePsp', label: 'Other PSP', type: 'CHOICE', requiredWhen: whenRerouted, catalogue: 'psp' },
    {
      key: 'reRouteAccount',
      label: 'Other PSP account',
      type: 'STRING',
      requiredWhen: whenRerouted,
      catalogue: 'psp-account',
    },
  ],
  declines: ['ERR_DECLINED_FRAUD'],
  onNoMatch: 'The payment will be processed, whatever the provider decided.',
})
