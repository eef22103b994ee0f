import type { Dashboard } from '../widget.ts'

export const declines: Dashboard = {
  widgets: [
    {
      title: 'Declines and recovery',
      kind: 'number',
      metrics: ['failed', 'blockRate', 'softDeclines', 'softRecovery', 'recoveredUsers'],
      width: 12,
    },
    {
      title: 'Top decline reasons',
      kind: 'pareto',
      metrics: ['failed'],
      dimensions: ['statusCode'],
      top: 12,
    },
    {
      title: 'Declines by stage',
      kind: 'area',
      metrics: ['failed'],
      dimensions: ['declineStage'],
    },
    {
      title: 'Declines by stage, status code and PSP code',
      kind: 'treemap',
      metrics: ['failed'],
      dimensions: ['declineStage', 'statusCode', 'pspStatusCode'],
      top: 40,
      width: 12,
    },
  ],
}
