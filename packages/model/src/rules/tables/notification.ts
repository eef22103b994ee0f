import { resultColumns, routedPaymentColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { stop } from './shared-outputs.ts'

export const notification = decisionTable({
  number: 'T16',
  tag: 'NO',
  slug: 'notification',
  route: '/rules/notification',
  title: 'Notifications',
  purpose:
    'Sends emails, text messages and queue messages when the status of a payment changes. A row without a status applies to every change.',
  category: 'Operations',
  hitPolicy: 'ALL',
  steps: ['D19'],
  conditions: [...routedPaymentColumns, ...resultColumns],
  outputs: [
    { key: 'sendUserEmail', label: 'Email the user', type: 'BOOLEAN', default: false },
    {
      key: 'emailTemplate',
      label: 'Email template',
      type: 'CHOICE',
      requiredWhen: { output: 'sendUserEmail', is: true },
      catalogue: 'email-template',
    },
    {
      key: 'attachmentTemplate',
      label: 'Attachment template',
      type: 'CHOICE',
      catalogue: 'email-template',
      help: 'Attached to the email as a file',
    },
    { key: 'emailAddresses', label: 'Email addresses', type: 'LIST', format: 'EMAIL', help: 'Get a copy' },
    { key: 'sendSms', label: 'Text the user', type: 'BOOLEAN', default: false },
    {
      key: 'smsTemplate',
      label: 'Text template',
      type: 'CHOICE',
      requiredWhen: { output: 'sendSms', is: true },
      catalogue: 'email-template',
      help: 'The plain text of an email template',
    },
    { key: 'sendMq', label: 'Send to queue', type: 'BOOLEAN', default: false },
    {
      key: 'mqAccount',
      label: 'Queue account',
      type: 'STRING',
      requiredWhen: { output: 'sendMq', is: true },
    },
    {
      key: 'mqTemplate',
      label: 'Queue template',
      type: 'CHOICE',
      requiredWhen: { output: 'sendMq', is: true },
      catalogue: 'mq-template',
    },
    {
      key: 'onlyOnce',
      label: 'Only once',
      type: 'BOOLEAN',
      default: true,
      help: 'Not again when the payment comes back to the same status',
    },
    stop,
  ],
  onNoMatch: 'Nothing is sent.',
})
