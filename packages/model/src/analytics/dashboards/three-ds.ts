import { cardProviderTypes } from '../../reference/transaction-types.ts'
import { threeDsFlows } from '../../transaction/choices.ts'
import type { Dashboard } from '../widget.ts'

export const threeDs: Dashboard = {
  widgets: [
    {
      title: '3-D Secure rates',
      kind: 'number',
      metrics: [
        'challengeRate',
        'frictionlessShare',
        'challengeSuccess',
        'challengeAbandon',
        'exemptionShare',
        'liabilityShift',
      ],
      width: 12,
    },
    {
      title: 'Deposits by flow',
      kind: 'area',
      metrics: ['deposits'],
      dimensions: ['threeDsFlow'],
      filters: { threeDsFlow: Object.keys(threeDsFlows) },
    },
    {
      title: 'Challenge success and abandonment',
      kind: 'line',
      metrics: ['challengeSuccess', 'challengeAbandon'],
    },
    {
      title: 'Challenges by issuer country',
      kind: 'table',
      metrics: ['challengeRate', 'challengeSuccess'],
      dimensions: ['issuerCountry'],
      top: 15,
    },
    {
      title: 'Deposits by exemption',
      kind: 'table',
      metrics: ['deposits', 'pspApproval'],
      dimensions: ['threeDsExemption'],
      filters: { providerType: [...cardProviderTypes] },
    },
  ],
}
