import { resultColumns, routedPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { stop, weight } from './shared-outputs.ts'

const unlessStopped = { output: 'stop', is: true } as const

export const pspFallback = decisionTable({
  number: 'T2',
  tag: 'FA',
  slug: 'psp-fallback',
  route: '/routing/psp-fallback',
  title: 'PSP fallback',
  purpose: 'Chooses another PSP for a payment that failed at the first one.',
  category: 'Routing',
  hitPolicy: 'FIRST_WEIGHTED',
  steps: ['D16'],
  conditions: [...routedPaymentColumns, ...resultColumns],
  outputs: [
    {
      key: 'pspFallback',
      label: 'Next PSP',
      type: 'CHOICE',
      requiredUnless: unlessStopped,
      catalogue: 'psp',
    },
    {
      key: 'pspFallbackAccount',
      label: 'Next PSP account',
      type: 'STRING',
      requiredUnless: unlessStopped,
      help: 'Must have the same kind of authorisation as the first account',
      catalogue: 'psp-account',
    },
    weight,
    {
      key: 'maxAttempts',
      label: 'Attempts',
      type: 'NUMBER',
      default: 2,
      help: 'At most, the first one included',
      min: 1,
      max: 4,
    },
    {
      key: 'reverseForex',
      label: 'Convert again',
      type: 'BOOLEAN',
      default: true,
      help: 'From the original amount rather than from what the first PSP was asked for',
    },
    { ...stop, label: 'No further attempt', help: 'The payment keeps the result it has' },
    {
      key: 'reassignApproval',
      label: 'Approve again',
      type: 'BOOLEAN',
      default: false,
      help: 'A withdrawal goes back to the approvers',
    },
  ],
  onNoMatch: 'No other PSP is tried; the payment keeps its status code.',
})
