import type { Dashboard } from '../widget.ts'

export const withdrawals: Dashboard = {
  widgets: [
    {
      title: 'Key figures',
      kind: 'number',
      metrics: ['withdrawals', 'paidOut', 'withdrawalValue', 'autoApproval', 'approvalWaitP90', 'payoutP90'],
      width: 12,
    },
    {
      title: 'Time to payout',
      kind: 'line',
      metrics: ['payoutP50', 'payoutP90'],
    },
    {
      title: 'Approval wait',
      kind: 'line',
      metrics: ['approvalWaitP50', 'approvalWaitP90'],
    },
    {
      title: 'Decisions by approver',
      kind: 'table',
      metrics: ['decisions', 'deniedShare'],
      dimensions: ['approver'],
    },
    {
      title: 'Waiting payments by age',
      kind: 'bar',
      metrics: ['openItems'],
      dimensions: ['age'],
      filters: { queue: ['FIRST_APPROVAL', 'SECOND_APPROVAL', 'ON_HOLD', 'SCHEDULED'] },
    },
    {
      title: 'Withdrawal value by method',
      kind: 'area',
      metrics: ['withdrawalValue'],
      dimensions: ['providerType'],
      width: 12,
    },
  ],
}
