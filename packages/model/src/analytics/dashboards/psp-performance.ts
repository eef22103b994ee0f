import type { Dashboard } from '../widget.ts'

export const pspPerformance: Dashboard = {
  widgets: [
    {
      title: 'How do PSPs compare?',
      kind: 'table',
      metrics: ['deposits', 'pspApproval', 'costShare', 'costPerSuccess', 'inconsistentRate'],
      dimensions: ['psp'],
      width: 12,
    },
    {
      title: 'Is a dearer PSP a better one?',
      kind: 'scatter',
      metrics: ['costShare', 'pspApproval', 'deposits'],
      dimensions: ['psp'],
    },
    {
      title: 'Which PSP gets the traffic?',
      kind: 'area',
      metrics: ['legs'],
      dimensions: ['psp'],
      top: 7,
    },
    {
      title: 'How fast do PSPs answer? (p95)',
      kind: 'line',
      metrics: ['latencyP95'],
      dimensions: ['psp'],
      top: 6,
    },
    {
      title: 'How do their legs end?',
      kind: 'table',
      metrics: ['legs', 'legApproval', 'legUnknown', 'latencyP50', 'latencyP95'],
      dimensions: ['psp'],
    },
  ],
}
