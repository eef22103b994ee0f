import { cardProviderTypes } from '../../reference/transaction-types.ts'
import { threeDsFlows } from '../../transaction/choices.ts'
import type { Dashboard } from '../widget.ts'

export const threeDs: Dashboard = {
  widgets: [
    {
      title: 'How does 3-D Secure work out?',
      kind: 'number',
      metrics: ['challengeRate', 'frictionlessShare', 'challengeSuccess', 'exemptionShare', 'liabilityShift'],
      width: 12,
    },
    {
      title: 'Which flows are used?',
      kind: 'area',
      metrics: ['deposits'],
      dimensions: ['threeDsFlow'],
      filters: { threeDsFlow: Object.keys(threeDsFlows) },
    },
    {
      title: 'How many challenges are passed?',
      kind: 'line',
      metrics: ['challengeSuccess'],
    },
    {
      title: 'Where are challenges given up?',
      kind: 'table',
      metrics: ['challengeRate', 'challengeSuccess'],
      dimensions: ['issuerCountry'],
      top: 15,
    },
    {
      title: 'Which exemptions are used?',
      kind: 'table',
      metrics: ['deposits', 'pspApproval'],
      dimensions: ['threeDsExemption'],
      filters: { providerType: [...cardProviderTypes] },
    },
  ],
}
