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
      title: 'Cases resolved by investigator',
      kind: 'table',
      metrics: ['casesResolved', 'caseTimeP90'],
      dimensions: ['investigator'],
      top: 12,
    },
    {
      title: 'API calls by client',
      kind: 'table',
      metrics: ['apiCalls', 'apiErrors'],
      dimensions: ['apiClient'],
      top: 12,
    },
    {
      title: 'API calls by day',
      kind: 'area',
      metrics: ['apiCalls'],
      dimensions: ['apiClient'],
      interval: 'day',
      top: 7,
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
