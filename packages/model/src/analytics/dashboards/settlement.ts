import type { Dashboard } from '../widget.ts'

export const settlement: Dashboard = {
  widgets: [
    {
      title: 'Is the money there?',
      kind: 'number',
      metrics: ['expectedValue', 'settledValue', 'settleP50', 'differences'],
      width: 12,
    },
    {
      title: 'Settled and expected',
      kind: 'line',
      metrics: ['expectedValue', 'settledValue'],
      width: 12,
    },
    {
      title: 'Which PSP settles how fast?',
      kind: 'table',
      metrics: ['expectedValue', 'settledValue', 'settleP50', 'differences'],
      dimensions: ['psp'],
      width: 8,
    },
    {
      title: 'How many days are differences open?',
      kind: 'bar',
      metrics: ['differences'],
      dimensions: ['age'],
      width: 4,
    },
  ],
}
