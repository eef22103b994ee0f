import type { Dashboard } from '../widget.ts'

export const funnel: Dashboard = {
  widgets: [
    {
      title: 'How far do deposits come?',
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
      title: 'Who stopped them?',
      kind: 'bar',
      metrics: ['failed'],
      dimensions: ['declineStage'],
      width: 4,
    },
    {
      title: 'How do deposits with 3-D Secure go?',
      kind: 'funnel',
      metrics: ['funnelThreeDsStarted', 'funnelThreeDsPassed'],
    },
    {
      title: 'How many reach the end?',
      kind: 'line',
      metrics: ['conversion', 'pspApproval', 'abandonment'],
    },
  ],
}
