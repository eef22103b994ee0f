import { alertColumns } from '../facts.ts'
import { decisionTable } from './define-table.ts'
import { unitOptions } from './shared-outputs.ts'

export const alerts = decisionTable({
  number: 'T15',
  tag: 'AL',
  slug: 'alerts',
  route: '/rules/alerts',
  title: 'Alerts',
  purpose: 'Monitors payments and sends alerts, or closes a PSP, when too many fail.',
  category: 'Operations',
  hitPolicy: 'ALL',
  steps: ['AX'],
  conditions: [
    ...alertColumns,
    'psp',
    'pspAccount',
    'service',
    'txType',
    'txState',
    'txStatusCode',
    'merchantId',
  ],
  requiredConditions: ['cron', 'minutesBack'],
  outputs: [
    { key: 'emailTemplate', label: 'Email template', type: 'CHOICE', catalogue: 'email-template' },
    { key: 'emailAddresses', label: 'Email addresses', type: 'LIST', format: 'EMAIL' },
    {
      key: 'notifyRole',
      label: 'Roles notified',
      type: 'LIST',
      default: ['ALERT_RECEIVER'],
      catalogue: 'role',
    },
    {
      key: 'setMaintenance',
      label: 'Set maintenance',
      type: 'CHOICE',
      options: { FIXED: 'Close', HALF_OPEN: 'Close and probe', STOP: 'Open again' },
    },
    {
      key: 'time',
      label: 'Time',
      type: 'NUMBER',
      help: 'How long it stays closed, or how often a payment is let through',
      min: 1,
      max: 10_000,
    },
    {
      key: 'unit',
      label: 'Unit',
      type: 'CHOICE',
      default: 'MINUTE',
      options: unitOptions('SECOND', 'MINUTE', 'HOUR', 'DAY'),
    },
    {
      key: 'cooldownMin',
      label: 'Pause (minutes)',
      type: 'NUMBER',
      default: 30,
      help: 'How long the same row raises no new alert',
      min: 0,
      max: 10_080,
    },
  ],
  // There is no payment to put a tag on.
  notes: ['info'],
  onNoMatch: 'No alerts are sent.',
})
