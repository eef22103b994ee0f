import { routedPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'

export const fraudProvider = decisionTable({
  number: 'T25',
  tag: 'FP',
  slug: 'fraud-provider',
  route: '/routing/fraud-provider',
  title: 'Fraud provider',
  purpose:
    'Chooses the fraud provider for a payment. The fraud score and fraud provider tables decide what to do with the result.',
  category: 'Routing',
  hitPolicy: 'FIRST',
  steps: ['D8'],
  conditions: routedPaymentColumns,
  outputs: [
    {
      key: 'fraudProvider',
      label: 'Fraud provider',
      type: 'CHOICE',
      required: true,
      catalogue: 'fraud-provider',
    },
    { key: 'fraudAccount', label: 'Fraud account', type: 'STRING', required: true },
    {
      key: 'mode',
      label: 'Mode',
      type: 'CHOICE',
      default: 'SYNC',
      options: { SYNC: 'Wait for the answer', ASYNC: 'Do not wait' },
      help: 'Without waiting, the score is only used later: for approval, capture or void, and the check before a payout',
    },
    {
      key: 'timeoutMs',
      label: 'Wait at most (ms)',
      type: 'NUMBER',
      default: 3000,
      min: 100,
      max: 30_000,
    },
    {
      key: 'onTimeout',
      label: 'Without an answer',
      type: 'CHOICE',
      default: 'ACCEPT',
      options: { ACCEPT: 'Accept', DECLINE: 'Decline', REVIEW: 'Review by hand' },
    },
    {
      key: 'threshold',
      label: 'Decline above score',
      type: 'NUMBER',
      help: 'Shortcut for a fraud score row that declines',
      min: 0,
      max: 100,
    },
  ],
  declines: ['ERR_DECLINED_FRAUD_PROVIDER_ACCOUNT_CONFIG_ERROR'],
  onNoMatch: 'The payment is not screened.',
})
