import type { Dashboard } from '../widget.ts'

export const operations: Dashboard = {
  widgets: [
    {
      title: 'What waits for people now?',
      kind: 'number',
      metrics: ['openItems', 'openAgeP90', 'slaBreach'],
      width: 12,
    },
    {
      title: 'Which queue is full?',
      kind: 'table',
      metrics: ['openItems', 'openAgeP90', 'slaBreach'],
      dimensions: ['queue'],
    },
    {
      title: 'Who decides how much?',
      kind: 'bar',
      metrics: ['decisions'],
      dimensions: ['approver'],
      top: 12,
    },
    {
      title: 'How many messages go out?',
      kind: 'area',
      metrics: ['messages'],
      dimensions: ['channelOfMessage'],
    },
    {
      title: 'How many messages arrive nowhere?',
      kind: 'line',
      metrics: ['messagesFailed'],
    },
  ],
}
