import { retryClasses } from '../facts/result-facts.ts'
import { decisionTable } from './define-table.ts'
import { errorCodeOptions, messageKey } from './shared-outputs.ts'

export const statusCode = decisionTable({
  number: 'T13',
  tag: 'SC',
  slug: 'status-code',
  route: '/rules/status-code',
  title: 'Status codes',
  purpose: 'Maps PSP codes to our status codes, and decides whether to try again.',
  category: 'Operations',
  hitPolicy: 'FIRST',
  steps: ['D15'],
  conditions: ['psp', 'txType', 'pspStatusCode', 'info', 'txStatusCode', 'threeDsResult'],
  outputs: [
    {
      key: 'pspStatusCode',
      label: 'New PSP status code',
      type: 'STRING',
      help: 'Replaces the code of the PSP',
    },
    { key: 'statusCode', label: 'New status code', type: 'CHOICE', options: errorCodeOptions },
    { key: 'retryClass', label: 'Retry class', type: 'CHOICE', options: retryClasses },
    messageKey,
  ],
  atLeastOne: ['pspStatusCode', 'statusCode', 'retryClass', 'messageKey', 'info', 'tags'],
  onNoMatch: 'The code from the connector is kept.',
})
