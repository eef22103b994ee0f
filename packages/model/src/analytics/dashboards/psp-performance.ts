import type { Dashboard } from '../widget.ts'

export const pspPerformance: Dashboard = {
  widgets: [
    {
      title: 'PSP comparison',
      kind: 'table',
      metrics: ['deposits', 'pspApproval', 'costShare', 'costPerSuccess', 'inconsistentRate'],
      dimensions: ['psp'],
      width: 12,
    },
    {
      title: 'Approval rate and cost by PSP',
      kind: 'scatter',
      metrics: ['costShare', 'pspApproval', 'deposits'],
      dimensions: ['psp'],
    },
    {
      title: 'Share of submissions by PSP',
      kind: 'area',
      metrics: ['routedShare'],
      dimensions: ['psp'],
      top: 7,
    },
    {
      title: 'PSP latency (p95)',
      kind: 'line',
      metrics: ['latencyP95'],
      dimensions: ['psp'],
      top: 6,
    },
    {
      title: 'Leg results by PSP',
      kind: 'table',
      metrics: ['legs', 'legApproval', 'legUnknown', 'latencyP50', 'latencyP95'],
      dimensions: ['psp'],
    },
  ],
}
