import { anyPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { acceptOrDecline, blockOutputs, messageKey } from './shared-outputs.ts'

export const generalBlock = decisionTable({
  number: 'T6',
  tag: 'GB',
  slug: 'general-block',
  route: '/fraud-block/general-block',
  title: 'General block',
  purpose: 'Declines payments for any reason, or accepts payments that a later row would decline.',
  category: 'Fraud block',
  hitPolicy: 'FIRST',
  steps: ['D4'],
  conditions: anyPaymentColumns,
  outputs: [...blockOutputs('ERR_DECLINED_GENERAL_BLOCK', acceptOrDecline), messageKey],
  declines: ['ERR_DECLINED_GENERAL_BLOCK'],
  onNoMatch: 'The payment will be processed.',
})
