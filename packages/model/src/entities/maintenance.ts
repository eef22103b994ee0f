import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { providerTypeLabels } from '../reference/transaction-types.ts'

const maintenanceKinds = { FIXED: 'Closed until the end', HALF_OPEN: 'Closed but probed' } as const
export const maintenanceMethods = {
  BOTH: 'Deposits and withdrawals',
  DEPOSIT: 'Deposits',
  WITHDRAWAL: 'Withdrawals',
} as const
const probeUnits = { SECOND: 'Seconds', MINUTE: 'Minutes', HOUR: 'Hours' } as const
const maintenanceSources = { MANUAL: 'By hand', ALERT: 'Alert', PSP_FEED: 'PSP' } as const

/** Where a window stands follows from the clock alone. */
export const maintenanceModes = {
  MAINTENANCE: 'In maintenance',
  PLANNED_MAINTENANCE: 'Planned',
  DONE: 'Done',
} as const
export type MaintenanceMode = keyof typeof maintenanceModes

export function modeAt(
  window: { readonly startAt: string; readonly endAt: string | null },
  now: Date,
): MaintenanceMode {
  if (Date.parse(window.startAt) > now.getTime()) return 'PLANNED_MAINTENANCE'
  return window.endAt !== null && Date.parse(window.endAt) <= now.getTime() ? 'DONE' : 'MAINTENANCE'
}

const what = 'What is closed'
const when = 'When'
const how = 'How'
const edit = 'maintenance.edit'

/** A time during which a method, a PSP or one of its services is not used; it holds for the merchant and all below. */
export const maintenance = entity({
  slug: 'maintenance',
  label: 'Maintenance window',
  plural: 'Maintenance windows',
  titleField: 'title',
  scope: 'own',
  note: 'required',
  defaultSort: 'startAt:desc',
  bulk: true,
  access: { view: 'maintenance.view', create: edit, edit, remove: edit },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Search', over: ['title', 'psp', 'service'] },
    modes: { kind: 'LIST', label: 'Mode', options: maintenanceModes },
    history: { kind: 'TOGGLE', label: 'History' },
  },
  operations: {
    'start-now': {
      label: 'Start now',
      access: edit,
      done: 'started',
      reason: 'optional',
      confirm: 'From now on no new payments are sent there.',
    },
    'end-now': {
      label: 'End now',
      access: edit,
      done: 'ended',
      reason: 'optional',
      confirm: 'From now on payments are sent there again.',
      bulk: true,
    },
  },
  fields: {
    title: field.string({ label: 'Window', required: true, min: 3, max: 80, sortable: true, width: 360 }),
    providerType: field.choice({
      label: 'Method',
      group: what,
      options: providerTypeLabels,
      filter: 'LIST',
      width: 150,
    }),
    psp: field.string({ label: 'PSP', group: what, max: 40, filter: 'LIST', names: 'psp', width: 130 }),
    service: field.string({
      label: 'Service',
      group: what,
      max: 40,
      help: 'Such as an online bank',
      mono: true,
      width: 120,
    }),
    method: field.choice({
      label: 'Payments',
      group: what,
      required: true,
      options: maintenanceMethods,
      default: 'BOTH',
      filter: 'LIST',
      width: 190,
    }),
    bank: field.pattern({
      label: 'Bank',
      group: what,
      help: 'Pattern of the BIC. Blank: every bank.',
      mono: true,
      column: 'hidden',
    }),
    startAt: field.instant({
      label: 'From',
      group: when,
      required: true,
      sortable: true,
      filter: 'DATE',
      width: 150,
    }),
    endAt: field.instant({
      label: 'Until',
      group: when,
      help: 'Blank: until it is ended by hand',
      sortable: true,
      filter: 'DATE',
      width: 150,
    }),
    kind: field.choice({
      label: 'Kind',
      group: how,
      required: true,
      options: maintenanceKinds,
      default: 'FIXED',
      filter: 'LIST',
      width: 170,
    }),
    probeEvery: field.number({
      label: 'One payment every',
      group: how,
      min: 1,
      max: 1000,
      help: 'Tests whether it works again. Only for “Closed but probed”.',
      column: 'hidden',
    }),
    probeUnit: field.choice({ label: 'Unit', group: how, options: probeUnits, column: 'hidden' }),
    closeAfter: field.number({
      label: 'Ends after successful payments',
      group: how,
      min: 1,
      max: 100,
      help: 'Ends the window after this many successes in a row. Blank: ended by hand.',
      column: 'hidden',
    }),
    excludedUserIds: field.strings({
      label: 'Except for users',
      item: 'user',
      group: how,
      help: 'Testers who may still pay',
      column: 'hidden',
    }),
    messageKey: field.string({
      label: 'Message',
      group: how,
      max: 120,
      help: 'Key of the text users see',
      mono: true,
      column: 'hidden',
    }),
    source: field.choice({
      label: 'Source',
      required: true,
      readOnly: true,
      options: maintenanceSources,
      column: 'hidden',
    }),
  },
})
