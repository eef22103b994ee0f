import { routedPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { blockOutputs } from './shared-outputs.ts'

export const fraudScore = decisionTable({
  number: 'T28',
  tag: 'FS',
  slug: 'fraud-score',
  route: '/rules/fraud-score',
  title: 'Fraud score',
  purpose: 'Decides what to do with the fraud score: 0 is safe, 100 is high risk.',
  category: 'Fraud block',
  hitPolicy: 'FIRST',
  steps: ['D8'],
  conditions: routedPaymentColumns,
  outputs: blockOutputs('ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED', [
    'ACCEPT',
    'DECLINE',
    'REVIEW',
    'FORCE_3DS',
  ]),
  declines: ['ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED'],
  onNoMatch: 'The payment will be processed, whatever its score.',
})
