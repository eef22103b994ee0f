import type { Dashboard } from '../widget.ts'

export const operations: Dashboard = {
  widgets: [
    {
      title: 'Open approvals and cases',
      kind: 'number',
      metrics: ['openItems', 'openAgeP90', 'slaBreach'],
      width: 12,
    },
    {
      title: 'Open items by queue',
      kind: 'table',
      metrics: ['openItems', 'openAgeP90', 'slaBreach'],
      dimensions: ['queue'],
    },
    {
      title: 'Decisions by approver',
      kind: 'bar',
      metrics: ['decisions'],
      dimensions: ['approver'],
      top: 12,
    },
    {
      title: 'Messages sent',
      kind: 'area',
      metrics: ['messages'],
      dimensions: ['channelOfMessage'],
    },
    {
      title: 'Undelivered messages',
      kind: 'line',
      metrics: ['messagesFailed'],
    },
  ],
}
