import type { Dashboard } from '../widget.ts'

export const withdrawals: Dashboard = {
  widgets: [
    {
      title: 'How do payouts go?',
      kind: 'number',
      metrics: ['withdrawals', 'paidOut', 'withdrawalValue', 'autoApproval', 'approvalWaitP90', 'payoutP90'],
      width: 12,
    },
    {
      title: 'How long do users wait for their money?',
      kind: 'line',
      metrics: ['payoutP50', 'payoutP90'],
    },
    {
      title: 'How long do withdrawals wait for approval?',
      kind: 'line',
      metrics: ['approvalWaitP50', 'approvalWaitP90'],
    },
    {
      title: 'Who decides?',
      kind: 'table',
      metrics: ['decisions', 'deniedShare'],
      dimensions: ['approver'],
    },
    {
      title: 'How many days do payments wait for approval?',
      kind: 'bar',
      metrics: ['openItems'],
      dimensions: ['age'],
      filters: { queue: ['FIRST_APPROVAL', 'SECOND_APPROVAL', 'ON_HOLD', 'SCHEDULED'] },
    },
    {
      title: 'How much goes out, by method?',
      kind: 'area',
      metrics: ['withdrawalValue'],
      dimensions: ['providerType'],
      width: 12,
    },
  ],
}
