import { anyPaymentColumns, bankColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { acceptOrDecline, blockOutputs } from './shared-outputs.ts'

export const binBlock = decisionTable({
  number: 'T8',
  tag: 'BI',
  slug: 'bin-block',
  route: '/fraud-block/bin-block',
  title: 'BIN block',
  purpose: 'Declines card payments by card, issuer or issuer country.',
  category: 'Fraud block',
  hitPolicy: 'FIRST',
  steps: ['D4'],
  // Asked for cards only, which have no bank account.
  conditions: anyPaymentColumns.filter((key) => !bankColumns.includes(key)),
  outputs: blockOutputs('ERR_DECLINED_BIN_BLOCKED', acceptOrDecline),
  declines: ['ERR_DECLINED_BIN_BLOCKED'],
  onNoMatch: 'The payment will be processed.',
})
