import { bankColumns, resultColumns, routedPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { unitOptions } from './shared-outputs.ts'

export const voidCapture = decisionTable({
  number: 'T18',
  tag: 'VC',
  slug: 'void-capture',
  route: '/rules/void-capture',
  title: 'Void and capture',
  purpose: 'Decides when the reserved money of a deposit is captured or released.',
  category: 'Operations',
  hitPolicy: 'FIRST',
  steps: ['D18'],
  // Only cards can be reserved, and they have no bank account.
  conditions: [...routedPaymentColumns.filter((key) => !bankColumns.includes(key)), ...resultColumns],
  outputs: [
    {
      key: 'action',
      label: 'Action',
      type: 'CHOICE',
      required: true,
      options: { CAPTURE: 'Capture', VOID: 'Void' },
    },
    {
      key: 'captureMethod',
      label: 'Carried out',
      type: 'CHOICE',
      default: 'MANUAL',
      options: { AUTOMATIC: 'Automatically', MANUAL: 'By hand' },
    },
    { key: 'delay', label: 'Delay', type: 'NUMBER', default: 0, min: 0, max: 10_000 },
    {
      key: 'unit',
      label: 'Unit',
      type: 'CHOICE',
      default: 'MINUTE',
      options: unitOptions('SECOND', 'MINUTE', 'HOUR'),
    },
    {
      key: 'beforeExpiryHours',
      label: 'Hours before expiry',
      type: 'NUMBER',
      help: 'How long before the reservation expires. With a delay, this is the latest time.',
      min: 1,
      max: 720,
    },
  ],
  onNoMatch: 'The payment must be captured by hand; a warning is sent a day before the reservation expires.',
})
