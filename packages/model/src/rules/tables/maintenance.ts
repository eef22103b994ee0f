import { decisionTable } from './define-table.ts'
import { messageKey, unitOptions } from './shared-outputs.ts'

export const maintenance = decisionTable({
  number: 'T22',
  tag: 'MA',
  slug: 'maintenance',
  route: '/admin/maintenance',
  title: 'Maintenance',
  purpose: 'Closes a method, a service or a PSP for a period.',
  category: 'Operations',
  hitPolicy: 'ALL',
  steps: ['D7', 'D0', 'D16'],
  conditions: ['providerType', 'psp', 'service', 'method', 'merchantId', 'excludedUserIds'],
  outputs: [
    {
      key: 'type',
      label: 'Type',
      type: 'CHOICE',
      required: true,
      options: { FIXED: 'Closed until the end', HALF_OPEN: 'Closed but probed' },
    },
    {
      key: 'probeEvery',
      label: 'Probe every',
      type: 'NUMBER',
      requiredWhen: { output: 'type', is: 'HALF_OPEN' },
      help: 'One payment is allowed per interval',
      min: 1,
      max: 1000,
    },
    {
      key: 'unit',
      label: 'Unit',
      type: 'CHOICE',
      default: 'MINUTE',
      options: unitOptions('SECOND', 'MINUTE', 'HOUR'),
    },
    messageKey,
  ],
  // Windows are no rows somebody writes notes in.
  notes: [],
  declines: ['ERR_DECLINED_UNDER_MAINTENANCE', 'ERR_PSP_OUT_OF_SERVICE'],
  onNoMatch: 'Nothing is closed.',
  access: { view: 'maintenance.view', edit: 'maintenance.edit' },
})
