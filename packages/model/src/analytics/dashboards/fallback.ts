import type { Dashboard } from '../widget.ts'

export const fallback: Dashboard = {
  widgets: [
    {
      title: 'Fallback results',
      kind: 'number',
      metrics: ['fallbackChances', 'fallbackRecovery', 'recoveredValue', 'fallbackDelay'],
      width: 12,
    },
    {
      title: 'From first to last PSP, with result',
      kind: 'sankey',
      metrics: ['deposits'],
      dimensions: ['firstPsp', 'psp', 'state'],
      filters: { fallback: ['true'] },
      top: 30,
      width: 12,
    },
    {
      title: 'Recovered value',
      kind: 'line',
      metrics: ['recoveredValue'],
    },
    {
      title: 'Fallback recovery by first PSP',
      kind: 'table',
      metrics: ['fallbackChances', 'fallbackRecovery', 'recoveredValue'],
      dimensions: ['firstPsp'],
    },
  ],
}
