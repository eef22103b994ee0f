import { routedPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { unitOptions } from './shared-outputs.ts'

export const approval = decisionTable({
  number: 'T17',
  tag: 'AP',
  slug: 'approval',
  route: '/rules/approval',
  title: 'Approval',
  purpose: 'Decides which payments need approval, by how many people, and which are approved automatically.',
  category: 'Operations',
  hitPolicy: 'FIRST',
  steps: ['D12'],
  conditions: [...routedPaymentColumns, 'delayReason'],
  outputs: [
    {
      key: 'approvalMethod',
      label: 'Approved',
      type: 'CHOICE',
      required: true,
      options: { AUTOMATIC: 'Automatically', MANUAL: 'By hand' },
    },
    {
      key: 'approvalAction',
      label: 'Action',
      type: 'CHOICE',
      default: 'APPROVE',
      options: { APPROVE: 'Approve', DENY: 'Deny', HOLD: 'Put on hold' },
    },
    {
      key: 'levels',
      label: 'Approvers',
      type: 'CHOICE',
      default: 'ONE',
      options: { ONE: 'One', TWO: 'Two different people' },
    },
    {
      key: 'delay',
      label: 'Delay',
      type: 'NUMBER',
      help: 'How long an automatic approval waits',
      min: 0,
      max: 1000,
    },
    {
      key: 'unit',
      label: 'Unit',
      type: 'CHOICE',
      default: 'MINUTE',
      options: unitOptions('MINUTE', 'HOUR', 'DAY'),
    },
    {
      key: 'tags',
      label: 'Tags',
      type: 'LIST',
      options: {
        FORBID_CANCEL_BY_USER: 'The user may not cancel',
        FORBID_SAME_APPROVER: 'No one may approve the payment twice, even for another PSP',
      },
    },
    { key: 'queue', label: 'Queue', type: 'STRING', help: 'Sorts payments into work queues' },
  ],
  onNoMatch: 'One person must approve a withdrawal; a deposit needs no approval.',
})
