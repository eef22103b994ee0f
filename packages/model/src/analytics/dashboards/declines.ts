import type { Dashboard } from '../widget.ts'

export const declines: Dashboard = {
  widgets: [
    {
      title: 'How many are declined, and come back?',
      kind: 'number',
      metrics: ['failed', 'blockRate', 'softDeclines', 'softRecovery', 'recoveredUsers'],
      width: 12,
    },
    {
      title: 'Which few reasons make most declines?',
      kind: 'pareto',
      metrics: ['failed'],
      dimensions: ['statusCode'],
      top: 12,
    },
    {
      title: 'Who declines, over time?',
      kind: 'area',
      metrics: ['failed'],
      dimensions: ['declineStage'],
    },
    {
      title: 'Stage, reason and what the PSP said',
      kind: 'treemap',
      metrics: ['failed'],
      dimensions: ['declineStage', 'statusCode', 'pspStatusCode'],
      top: 40,
      width: 12,
    },
  ],
}
