import { dashboardTitles } from '../analytics/dashboards/titles.ts'
import { mailRhythms } from '../analytics/mail-rhythm.ts'
import { entity, type RecordOf } from '../field/entity.ts'
import { field } from '../field/field.ts'

/** The figures of a dashboard, mailed to colleagues at fixed times. */
export const analyticsMail = entity({
  slug: 'analytics-mail',
  label: 'Scheduled email',
  plural: 'Scheduled emails',
  titleField: 'name',
  scope: 'own',
  note: 'optional',
  defaultSort: 'name',
  access: {
    view: 'analytics.view',
    create: 'analytics.edit',
    edit: 'analytics.edit',
    remove: 'analytics.edit',
  },
  operations: {
    send: {
      label: 'Send now',
      sends: true,
      access: 'analytics.edit',
      done: 'sent',
      reason: 'none',
      confirm: 'Its recipients get the next email at once.',
    },
  },
  filters: { keyword: { kind: 'KEYWORD', label: 'Search', over: ['name'] } },
  fields: {
    name: field.string({ label: 'Name', required: true, min: 2, max: 80, sortable: true, width: 220 }),
    dashboard: field.choice({
      label: 'Dashboard',
      required: true,
      options: dashboardTitles,
      filter: 'LIST',
      width: 150,
    }),
    rhythm: field.choice({ label: 'When', required: true, options: mailRhythms, filter: 'LIST', width: 240 }),
    hour: field.number({
      label: 'Hour',
      required: true,
      integer: true,
      min: 0,
      max: 23,
      help: 'In the time zone of the merchant',
      width: 170,
    }),
    recipients: field.strings({
      label: 'Recipients',
      required: true,
      min: 1,
      max: 20,
      item: 'username',
      help: 'Usernames of colleagues who may see analytics of this merchant',
      width: 220,
    }),
    currency: field.currency({
      label: 'Currency',
      help: 'Only payments in it; without one, all payments in the base currency',
      width: 90,
    }),
    enabled: field.boolean({ label: 'Enabled', default: true, filter: 'TOGGLE', width: 90 }),
    nextAt: field.instant({ label: 'Next', readOnly: true, sortable: true, width: 230 }),
    lastSentAt: field.instant({ label: 'Last sent', readOnly: true, width: 150 }),
    sentTo: field.number({
      label: 'Sent to',
      readOnly: true,
      help: 'People the last email went to',
      width: 90,
    }),
  },
})
export type AnalyticsMail = RecordOf<typeof analyticsMail>
