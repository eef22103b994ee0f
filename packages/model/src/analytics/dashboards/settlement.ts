import type { Dashboard } from '../widget.ts'

export const settlement: Dashboard = {
  widgets: [
    {
      title: 'Expected and settled',
      kind: 'number',
      metrics: ['expectedValue', 'settledValue', 'settleP50', 'differences'],
      width: 12,
    },
    {
      title: 'Expected and settled over time',
      kind: 'line',
      metrics: ['expectedValue', 'settledValue'],
      width: 12,
    },
    {
      title: 'Settlement by PSP',
      kind: 'table',
      metrics: ['expectedValue', 'settledValue', 'settleP50', 'differences'],
      dimensions: ['psp'],
      width: 8,
    },
    {
      title: 'Open differences by age',
      kind: 'bar',
      metrics: ['differences'],
      dimensions: ['age'],
      width: 4,
    },
  ],
}
