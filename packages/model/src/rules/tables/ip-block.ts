import { merchantColumns, networkColumns, paymentColumns, userColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { acceptOrDecline, blockOutputs } from './shared-outputs.ts'

export const ipBlock = decisionTable({
  number: 'T7',
  tag: 'IP',
  slug: 'ip-block',
  route: '/fraud-block/ip-block',
  title: 'IP block',
  purpose: 'Declines payments by IP address or IP country.',
  category: 'Fraud block',
  hitPolicy: 'FIRST',
  steps: ['D4'],
  conditions: [...merchantColumns, ...paymentColumns, ...userColumns, ...networkColumns],
  outputs: blockOutputs('ERR_DECLINED_IP_BLOCKED', acceptOrDecline),
  declines: ['ERR_DECLINED_IP_BLOCKED'],
  onNoMatch: 'The payment will be processed.',
})
