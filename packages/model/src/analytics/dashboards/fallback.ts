import type { Dashboard } from '../widget.ts'

export const fallback: Dashboard = {
  widgets: [
    {
      title: 'What does the fallback save?',
      kind: 'number',
      metrics: ['fallbackChances', 'fallbackRecovery', 'recoveredValue', 'fallbackDelay'],
      width: 12,
    },
    {
      title: 'From which PSP to which, and how did it end?',
      kind: 'sankey',
      metrics: ['deposits'],
      dimensions: ['firstPsp', 'psp', 'state'],
      filters: { fallback: ['true'] },
      top: 30,
      width: 12,
    },
    {
      title: 'How much value was recovered?',
      kind: 'line',
      metrics: ['recoveredValue'],
    },
    {
      title: 'After which PSP does it work?',
      kind: 'table',
      metrics: ['fallbackChances', 'fallbackRecovery', 'recoveredValue'],
      dimensions: ['firstPsp'],
    },
  ],
}
