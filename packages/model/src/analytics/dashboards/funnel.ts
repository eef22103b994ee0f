import type { Dashboard } from '../widget.ts'

export const funnel: Dashboard = {
  widgets: [
    {
      title: 'Confirmation, success and overall rate',
      kind: 'number',
      metrics: ['confirmationRate', 'successRate', 'overallRate'],
      width: 12,
    },
    {
      title: 'Deposit funnel',
      kind: 'funnel',
      metrics: [
        'funnelInitiated',
        'funnelVerified',
        'funnelRouted',
        'funnelAuthorised',
        'funnelSent',
        'funnelApproved',
        'funnelTransferred',
      ],
      width: 8,
    },
    {
      title: 'Failed deposits by stage',
      kind: 'bar',
      metrics: ['failed'],
      dimensions: ['declineStage'],
      width: 4,
    },
    {
      title: '3-D Secure started and passed',
      kind: 'funnel',
      metrics: ['funnelThreeDsStarted', 'funnelThreeDsPassed'],
    },
    {
      title: 'Conversion and abandonment',
      kind: 'line',
      metrics: ['conversion', 'pspApproval', 'abandonment'],
    },
  ],
}
