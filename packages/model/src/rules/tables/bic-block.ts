import { bankColumns, merchantColumns, paymentColumns, userColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { acceptOrDecline, blockOutputs } from './shared-outputs.ts'

export const bicBlock = decisionTable({
  number: 'T27',
  tag: 'BC',
  slug: 'bic-block',
  route: '/rules/bic-block',
  title: 'BIC block',
  purpose: 'Declines bank payments by bank or bank country.',
  category: 'Fraud block',
  hitPolicy: 'FIRST',
  steps: ['D4'],
  conditions: [...merchantColumns, ...paymentColumns, ...userColumns, ...bankColumns],
  outputs: blockOutputs('ERR_DECLINED_BIC_BLOCK', acceptOrDecline),
  declines: ['ERR_DECLINED_BIC_BLOCK'],
  onNoMatch: 'The payment will be processed.',
})
