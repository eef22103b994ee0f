import { routedPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { feeOutputs } from './shared-outputs.ts'

export const providerFee = decisionTable({
  number: 'T4',
  tag: 'PF',
  slug: 'provider-fee',
  route: '/fees/provider-fee',
  title: 'Provider fees',
  purpose: 'Calculates the cost of a payment by component, for reports. Nobody is charged.',
  category: 'Fees',
  hitPolicy: 'COLLECT_SUM',
  steps: ['D10', 'D19'],
  alsoKnown: ['txState'],
  conditions: [...routedPaymentColumns, 'txState'],
  outputs: [
    {
      key: 'component',
      label: 'Component',
      type: 'CHOICE',
      required: true,
      help: 'The first matching row of each component counts',
      options: {
        ACQUIRER: 'Acquirer',
        SCHEME: 'Scheme',
        INTERCHANGE: 'Interchange',
        GATEWAY: 'Gateway',
        FX: 'Exchange',
        KICKBACK: 'Kickback (paid to us)',
      },
    },
    ...feeOutputs,
    {
      key: 'chargeOn',
      label: 'Charged on',
      type: 'CHOICE',
      default: 'SUCCESS',
      options: { ATTEMPT: 'Every attempt', SUCCESS: 'Success' },
    },
  ],
  ascending: [['feeMin', 'feeMax']],
  onNoMatch: 'Reports show no cost for the payment.',
})
